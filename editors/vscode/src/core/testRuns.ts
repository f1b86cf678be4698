// Commands that run tests, put together for a terminal.

const PYTEST = "pytest ";

/** One line that runs all of them: the tests of pytest in one go, the others one after another. */
export function joined(commands: readonly string[]): string {
  const unique = [...new Set(commands)];
  const names = unique.filter((one) => one.startsWith(PYTEST)).map((one) => one.slice(PYTEST.length));
  const others = unique.filter((one) => !one.startsWith(PYTEST)).map((one) => (one.startsWith("cd ") ? `(${one})` : one));
  return [...(names.length ? [PYTEST + names.join(" ")] : []), ...others].join(" ; ");
}
