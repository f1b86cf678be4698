// A real agent as a program beside the editor: `tests/agents/client.py`.

import { type ChildProcess, spawn } from "node:child_process";
import * as path from "node:path";
import { createInterface } from "node:readline";

const ROOT = path.resolve(__dirname, "../../../.."); // from the folder of the bundled tests

export class ScriptedAgent {
  private readonly process: ChildProcess;
  private readonly answers: AsyncIterator<string>;

  constructor(python: string, folder: string) {
    const process = spawn(python, ["-m", "tests.agents.client", folder], { cwd: ROOT, stdio: ["pipe", "pipe", "ignore"] });
    this.process = process;
    this.answers = createInterface(process.stdout)[Symbol.asyncIterator]();
  }

  /** Has it do what a line says, and returns the answer that it got. */
  async tell<Answer>(line: string): Promise<Answer> {
    this.process.stdin?.write(`${line}\n`);
    return JSON.parse(String((await this.answers.next()).value)) as Answer;
  }

  end(): void {
    this.process.stdin?.end();
  }
}
