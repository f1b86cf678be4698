// Items of an editor's drag: files as they are, symbols by their places.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dropped, draggedUris, placeFragment } from "../src/core/pack/dropped";

test("a drag lists its URIs in lines, and a comment is none", () => {
  assert.deepEqual(draggedUris("# two\r\nfile:///a.py\r\nfile:///b%20c.py\r\n"), ["file:///a.py", "file:///b%20c.py"]);
  assert.equal(draggedUris("file:///a.py\n".repeat(500)).length, 20);
});

test("the place of a symbol is read, with and without a column or an end", () => {
  const at = (line: number, character: number): object => ({ uri: "file:///a.py", position: { line, character } });
  assert.deepEqual(dropped("file:///a.py#L12,3-14,1"), at(11, 2));
  assert.deepEqual(dropped("file:///a.py#12,3"), at(11, 2));
  assert.deepEqual(dropped("file:///a.py#L12"), at(11, 0));
});

test("a file is a file, also with a sign in its name", () => {
  assert.deepEqual(dropped("file:///c%23.py"), { uri: "file:///c%23.py" });
  assert.deepEqual(dropped("file:///a.py#section"), { uri: "file:///a.py#section" });
});

test("what a row of ours writes is read again", () => {
  const position = { line: 4, character: 7 };
  assert.deepEqual(dropped(`file:///a.py#${placeFragment(position)}`), { uri: "file:///a.py", position });
});
