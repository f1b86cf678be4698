// The settings of the tests, from the environment that `run.sh` sets.

import type { Places } from "./codeServer";

export const places: Places = {
  editor: required("TEST_EDITOR"),
  extensions: required("TEST_EXTENSIONS"),
  python: required("TEST_PYTHON"),
};
/** A packaged extension that answers for Python. */
export const neighbour = required("TEST_NEIGHBOUR");
/** The folder of the browsers' cache, for all windows of a run. */
export const cache = required("TEST_CACHE");
export const images = process.env["TEST_IMAGES"];
export const failures = process.env["TEST_FAILURES"];

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; these tests are run by make test-vscode`);
  return value;
}
