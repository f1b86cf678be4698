// Prints, by TypeScript's compiler, a line of JSON for each declaration, import and environment variable.
// Arguments: the folder of the compiler, the workspace, the folder of its sources.
const [, , compiler, top, root] = process.argv;
const ts = require(compiler);
const path = require("path");

const config = ts.readConfigFile(path.join(top, "tsconfig.json"), ts.sys.readFile);
const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, top);
const program = ts.createProgram(parsed.fileNames, parsed.options);
const inside = (file) => file.startsWith(path.join(top, root) + "/") && !file.includes("/node_modules/") && !file.includes(".d.");
program.getTypeChecker(); // binds names, which sets the parents of nodes
const relative = (file) => path.relative(top, file);
const print = (record) => process.stdout.write(JSON.stringify(record) + "\n");

for (const file of program.getSourceFiles()) {
  if (inside(file.fileName)) visit(file, file);
}

function visit(node, file) {
  declaration(node, file);
  ts.forEachChild(node, (child) => visit(child, file));
}

function declaration(node, file) {
  const own = relative(file.fileName);
  if (ts.isImportDeclaration(node)) imports(node, file, own);
  if (ts.isPropertyAccessExpression(node) && node.expression.getText(file) === "process.env") print({ variable: node.name.text });
  const name = node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) ? node.name : undefined;
  if (!name) return;
  const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
  const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  const made = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : node;
  if (ts.isFunctionLike(made) && made.parameters) {
    print({ path: own, line, name: name.text, parameters: made.parameters.map((one) => parameter(one, file)), raises: raised(made, file) });
  } else if (value && node.parent.flags & ts.NodeFlags.Const && node.parent.parent.parent === file && literal(value)) {
    print({ path: own, line, name: name.text, value: value.getText(file) });
  }
}

function parameter(one, file) {
  return {
    name: ts.isIdentifier(one.name) ? one.name.text : "",
    default: one.initializer ? one.initializer.getText(file) : null,
    variadic: !!one.dotDotDotToken,
    optional: !!one.questionToken || !!one.initializer,
  };
}

function raised(made, file) {
  const found = new Set();
  const look = (node) => {
    if (node !== made && ts.isFunctionLike(node)) return;
    if (ts.isThrowStatement(node) && ts.isNewExpression(node.expression)) found.add(node.expression.expression.getText(file).split(".").pop());
    ts.forEachChild(node, look);
  };
  look(made);
  return [...found];
}

function literal(value) {
  const inner = ts.isPrefixUnaryExpression(value) ? value.operand : value;
  return ts.isNumericLiteral(inner) || ts.isStringLiteral(value) || [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(value.kind);
}

function imports(node, file, own) {
  const found = ts.resolveModuleName(node.moduleSpecifier.text, file.fileName, parsed.options, ts.sys).resolvedModule;
  if (!found || !inside(found.resolvedFileName)) return;
  const target = relative(found.resolvedFileName);
  print({ path: own, target, imported: null });
  const bindings = node.importClause && node.importClause.namedBindings;
  if (bindings && ts.isNamedImports(bindings)) {
    for (const one of bindings.elements) print({ path: own, target, imported: (one.propertyName || one.name).text });
  }
}
