// What `run.sh` tells the tests.

import type { Places } from "./codeServer";

export const places: Places = {
  editor: required("TEST_EDITOR"),
  vsix: required("TEST_VSIX"),
  python: required("TEST_PYTHON"),
};
/** A packaged extension that answers for Python. */
export const neighbour = required("TEST_NEIGHBOUR");
export const images = process.env["TEST_IMAGES"];
export const failures = process.env["TEST_FAILURES"];

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; these tests are run by make test-vscode`);
  return value;
}
