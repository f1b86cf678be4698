// Commands that run tests, put together for a terminal.

const PYTEST = "pytest ";
const IN_FOLDER = /^cd (.+?) && (.+)$/;

/** A command that runs tests in a workspace folder, named by its URI; undefined for a test outside all folders. */
export interface TestRun {
  readonly folder: string | undefined;
  readonly command: string;
}

/** The commands of each workspace folder. */
export function byFolder(runs: readonly TestRun[]): Map<string | undefined, string[]> {
  const commands = new Map<string | undefined, string[]>();
  for (const { folder, command } of runs) commands.set(folder, [...(commands.get(folder) ?? []), command]);
  return commands;
}

/** The lines that run all commands in one terminal, each from the folder in which the terminal was opened. */
export function lines(commands: readonly string[], isPosix: boolean): string[] {
  const unique = [...new Set(commands)];
  const names = unique.filter((one) => one.startsWith(PYTEST)).map((one) => one.slice(PYTEST.length));
  const pytest = names.length ? [PYTEST + names.join(" ")] : [];
  const others = unique.filter((one) => !one.startsWith(PYTEST));
  if (!isPosix) return [...pytest, ...others.flatMap(withoutSubshell)];
  return [[...pytest, ...others.map((one) => (IN_FOLDER.test(one) ? `(${one})` : one))].join(" ; ")];
}

/** The lines of one command for shells such as PowerShell and cmd, which have no subshells in parentheses. */
function withoutSubshell(command: string): string[] {
  const [, folder, rest] = IN_FOLDER.exec(command) ?? [];
  return folder && rest ? [`pushd ${folder}`, rest, "popd"] : [command];
}
