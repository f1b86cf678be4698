// Waiting for what tells nobody when it happens: processes that come and go.

import assert from "node:assert/strict";

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await condition())) {
    assert.ok(Date.now() < end, "waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
