// A real PostgreSQL with a published package: `tests/sharing/serve.py`.

import { spawn } from "node:child_process";
import * as path from "node:path";
import { createInterface } from "node:readline";

export interface PublishedPlace {
  readonly url: string;
  readonly end: () => void;
}

/** Starts the server. Its package is `acme-parcels` 1.4.0, published as `acme/parcels`. */
export async function publishedPlace(): Promise<PublishedPlace> {
  const repository = path.resolve(__dirname, "../../../.."); // from editors/vscode/out/editor
  const server = spawn(process.env["TEST_PYTHON"] ?? "python3", ["-m", "tests.sharing.serve"], { cwd: repository, stdio: ["pipe", "pipe", "inherit"] });
  const end = (): void => void server.stdin.end();
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once("line", resolve);
    server.once("exit", () => reject(new Error("the database has not started")));
  });
  return { url, end };
}
