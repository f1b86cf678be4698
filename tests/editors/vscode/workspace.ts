// A folder to work in: a copy of a real package that pip has installed, one test for it, and a commit.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import * as path from "node:path";

const TEST = `from tenacity.wait import wait_fixed


def test_a_fixed_wait_is_the_same_each_time():
    assert wait_fixed(2)(None) == 2
`;

/** Makes the folder `tenacity-copy` below `state` and returns it. */
export function copyPackage(python: string, state: string): string {
  const where = "import tenacity, pathlib; print(pathlib.Path(tenacity.__file__).parent)";
  const installed = execFileSync(python, ["-c", where], { encoding: "utf8" }).trim();
  const folder = path.join(state, "tenacity-copy");
  cpSync(realpathSync(installed), path.join(folder, "tenacity"), { recursive: true, filter: (file) => !file.includes("__pycache__") });
  mkdirSync(path.join(folder, "tests"));
  writeFileSync(path.join(folder, "tests", "test_wait.py"), TEST);
  const git = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  for (const args of [["init", "-q"], ["add", "."], [...git, "commit", "-q", "-m", "As it was installed"]]) {
    execFileSync("git", args, { cwd: folder });
  }
  return folder;
}
