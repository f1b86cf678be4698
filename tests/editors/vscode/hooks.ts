// Shared hooks around tests: the end of their editor, pictures and logs of tests that fail, and pictures on request.

import { cpSync, mkdirSync } from "node:fs";
import * as path from "node:path";
import { after, afterEach } from "node:test";
import type { CodeServer } from "./codeServer";
import { failures, images } from "./environment";
import type { Workbench } from "./workbench";

/** The editor of a file of tests, as far as it has started. */
export interface Opened {
  readonly code: CodeServer | undefined;
  readonly bench?: Workbench | undefined;
}

/** Closes the editor after the last test of a file. Of a test that fails, a picture and the editor's logs are kept. */
export function closeAfterTests(opened: () => Opened): void {
  afterEach(async (context) => {
    const { code, bench } = opened();
    if (!failures || !code || !("passed" in context) || context.passed) return;
    mkdirSync(failures, { recursive: true });
    await bench?.shot(path.join(failures, `${context.name.replace(/\W+/g, "-")}.png`));
    cpSync(path.join(code.state, "user", "logs"), path.join(failures, "logs"), { recursive: true });
  });
  after(async () => {
    const { code, bench } = opened();
    await bench?.close();
    await code?.close();
  });
}

/** Keeps a picture of the window, if pictures are wanted. */
export async function keepImage(bench: Workbench, name: string): Promise<void> {
  if (!images) return;
  mkdirSync(images, { recursive: true });
  await bench.shot(path.join(images, `${name}.png`));
}
