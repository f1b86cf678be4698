// One start at a time, one queued, and longer waits after each crash.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BackOff, Late, Serial, within } from "../src/core/restart";

/** Work that ends on request. */
function controlled(): { readonly serial: Serial; readonly runs: ((failure?: Error) => void)[] } {
  const runs: ((failure?: Error) => void)[] = [];
  const serial = new Serial(() => new Promise((resolve, reject) => runs.push((failure) => (failure ? reject(failure) : resolve()))));
  return { serial, runs };
}

test("who asks while a run goes on shares the one that follows", async () => {
  const { serial, runs } = controlled();
  const first = serial.run();
  const second = serial.run();
  assert.equal(serial.run(), second);
  assert.equal(runs.length, 1);
  runs[0]?.();
  await first;
  await new Promise(setImmediate);
  assert.equal(runs.length, 2);
  runs[1]?.();
  await second;
  const third = serial.run();
  assert.equal(runs.length, 3);
  runs[2]?.();
  await third;
});

test("a run that fails tells who asked for it, and the queued one still begins", async () => {
  const { serial, runs } = controlled();
  const first = serial.run();
  const second = serial.run();
  runs[0]?.(new Error("no such program"));
  await assert.rejects(first, /no such program/);
  await new Promise(setImmediate);
  runs[1]?.();
  await second;
});

test("who asks between the end of a run and the next shares that next one", async () => {
  const { serial, runs } = controlled();
  const first = serial.run();
  const second = serial.run();
  runs[0]?.();
  await first;
  const third = serial.run();
  await new Promise(setImmediate);
  assert.equal(runs.length, 2);
  runs[1]?.();
  await Promise.all([second, third]);
});

test("what does not answer in time is not waited for", async () => {
  assert.equal(await within(Promise.resolve(1), 60_000), 1);
  await assert.rejects(within(Promise.reject(new Error("broken")), 60_000), /broken/);
  const late = within(new Promise(() => undefined), 1);
  await assert.rejects(late, (error) => error instanceof Late && error.message === "no answer in 0.001 seconds");
});

test("waits double, and after five crashes in three minutes there is no more", () => {
  const backOff = new BackOff();
  assert.deepEqual([0, 1000, 2000, 3000, 4000].map((now) => backOff.afterCrash(now)), [500, 1000, 2000, 4000, undefined]);
});

test("crashes of long ago do not count, nor those before the user has asked", () => {
  const backOff = new BackOff();
  for (const now of [0, 1, 2, 3]) backOff.afterCrash(now);
  assert.equal(backOff.afterCrash(180_002), 1000);
  backOff.reset();
  assert.equal(backOff.afterCrash(180_003), 500);
});
