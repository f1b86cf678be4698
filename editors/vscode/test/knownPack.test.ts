// A pack that the server has forgotten is asked for again, once, and no other failure is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnknownPack, useKnown } from "../src/core/pack/knownPack";

const FORGOTTEN = Object.assign(new Error("no pack 'a' is kept"), { code: -32602, data: { reason: "unknownPack" } });

/** A server that knows the packs `known`; `made` is what the question gives when it is asked again. */
function server(known: readonly string[], made: string, failure: Error = FORGOTTEN) {
  const asked: string[] = [];
  const use = async (packId: string): Promise<string> => {
    asked.push(packId);
    if (![...known].includes(packId) && !(asked.includes("again") && packId === made)) throw failure;
    return `<pack id="${packId}"/>`;
  };
  const again = async (): Promise<string> => {
    asked.push("again");
    return made;
  };
  return { asked, use, again };
}

test("a pack that the server knows is not asked for again", async () => {
  const { asked, use, again } = server(["a"], "a");
  assert.equal(await useKnown("a", use, again), '<pack id="a"/>');
  assert.deepEqual(asked, ["a"]);
});

test("after a restart the same question is asked, and its pack is used, the same or another", async () => {
  for (const made of ["a", "b"]) {
    const { asked, use, again } = server([], made);
    assert.equal(await useKnown("a", use, again), `<pack id="${made}"/>`);
    assert.deepEqual(asked, ["a", "again", made]);
  }
});

test("other failures are passed on as they are", async () => {
  const gone = new Error("the ctx-lsp server is not running");
  const { asked, use, again } = server([], "a", gone);
  await assert.rejects(useKnown("a", use, again), gone);
  assert.deepEqual(asked, ["a"]);
  assert.ok(!isUnknownPack(Object.assign(new Error("no symbol named 'a'"), { code: -32602, data: { reason: "unknownSymbol" } })));
  assert.ok(!isUnknownPack("no pack 'a'"));
});

test("a question that cannot be asked again says why", async () => {
  const { use } = server([], "a");
  await assert.rejects(useKnown("a", use, () => Promise.reject(new Error("it is gone"))), /it is gone/);
});
