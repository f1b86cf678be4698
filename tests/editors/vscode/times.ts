// Times of the extension in a real VS Code, as a command, because a busy machine must not fail a test: `run.sh PYTHON
// times`. Typing is measured beside a second editor without the extension, round by round in turns.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const LINES = 5_000;
const ROUNDS = 8;
const WINDOWS = 5; // whose activation is measured
const SMALL = "Merge Conflict";
const LETTERS = 60;
const PAUSE_MS = 40; // between two letters
const SEARCHED_MS = 1_000;
const QUESTIONS = ["how long is waited", "when does it stop to retry", "what is logged before sleep", "how are results retried", "where is the state of a call kept"];

interface Side {
  readonly code: CodeServer;
  readonly bench: Workbench;
  /** A definition in the middle of the long file. */
  readonly line: number;
}

async function main(): Promise<void> {
  process.env["CTX_LSP_MODEL_EMBEDDING"] = "bundled"; // as users have it
  const [ours, plain] = [await side(true), await side(false)];
  try {
    await ours.bench.idle().waitFor();
    const activation = await activations(ours.bench);
    say("activation, ms", activation.ours);
    say(`activation of ${SMALL}, a small extension of the editor's own, ms`, activation.small);
    for (const { bench } of [ours, plain]) {
      await bench.openFile("long.py");
      await bench.goToLine(ours.line);
    }
    await ours.bench.lens(/tokens/).first().waitFor();
    const p95: Record<"on" | "off", number[]> = { on: [], off: [] };
    const cpu: Record<"on" | "off", number[]> = { on: [], off: [] };
    const used = { on: await meter(ours.bench), off: await meter(plain.bench) };
    for (let round = 0; round < ROUNDS; round++) {
      const both = [["on", ours.bench], ["off", plain.bench]] as const;
      for (const [name, bench] of round % 2 ? [...both].reverse() : both) {
        const before = await used[name]();
        p95[name].push(await frames(bench));
        cpu[name].push(((await used[name]()) - before) / LETTERS);
      }
    }
    say("p95 of a frame while typing with lenses, ms", p95.on);
    say("p95 of a frame while typing without the extension, ms", p95.off);
    say("ratio, round by round", p95.on.map((one, round) => one / (p95.off[round] ?? one)));
    say("processor time of the window's thread for a letter with lenses, ms", cpu.on);
    say("the same without the extension, ms", cpu.off);
    say("ratio, round by round", cpu.on.map((one, round) => one / (cpu.off[round] ?? one)));
    say("question to its pack, ms", await questions(ours.bench));
  } finally {
    for (const { bench, code } of [ours, plain]) {
      await bench.close();
      await code.close();
    }
  }
}

async function side(isOurs: boolean): Promise<Side> {
  const code = await CodeServer.start(isOurs ? places : { ...places, extensions: "" });
  const folder = copyPackage(places.python, code.state);
  const source = execFileSync(places.python, ["-c", "import _pydecimal; print(_pydecimal.__file__)"], { encoding: "utf8" }).trim();
  const lines = readFileSync(source, "utf8").split("\n").slice(0, LINES);
  writeFileSync(path.join(folder, "long.py"), lines.join("\n"));
  const line = lines.findIndex((text, index) => index > LINES / 2 && text.startsWith("    def ")) + 1;
  return { code, bench: await Workbench.open(code, folder), line };
}

/**
 * Milliseconds that the editor says for activation, reading the extension's file included, in windows one after the other.
 * Extensions start side by side, and the time of each holds what others do meanwhile: hence the small one beside ours.
 */
async function activations(bench: Workbench): Promise<Record<"ours" | "small", number[]>> {
  const rows = bench.page.locator(".runtime-extensions-editor .monaco-list-row").filter({ hasText: /Activation: \d+ms/ });
  const time = async (name: string): Promise<number> => {
    const row = rows.filter({ hasText: name });
    await row.waitFor();
    return Number(/Activation: (\d+)ms/.exec(await row.innerText())?.[1]);
  };
  await bench.page.setViewportSize({ width: 1060, height: 2400 }); // so that the list shows all
  const taken: Record<"ours" | "small", number[]> = { ours: [], small: [] };
  for (let windows = 0; windows < WINDOWS; windows++) {
    await bench.run("Developer: Show Running Extensions");
    taken.ours.push(await time("ctx-lsp"));
    taken.small.push(await time(SMALL));
    await bench.page.reload();
    await bench.idle().waitFor();
  }
  await bench.page.setViewportSize({ width: 1060, height: 660 });
  return taken;
}

/** Milliseconds from Enter to the frame that shows the pack, of a server that has answered before. */
async function questions(bench: Workbench): Promise<number[]> {
  const taken: number[] = [];
  const panel = bench.panel();
  await bench.ask(QUESTIONS[0] ?? "");
  await panel.locator("#content:not([aria-busy=true]) .piece").first().waitFor();
  await bench.page.evaluate(() => {
    const note = (event: KeyboardEvent): void => void (document.body.dataset["pressed"] = String(performance.timeOrigin + event.timeStamp));
    window.addEventListener("keydown", note, true);
  });
  for (const query of QUESTIONS) {
    await bench.openQuestion(query);
    await bench.choice(query).first().waitFor();
    await bench.page.waitForTimeout(SEARCHED_MS); // what is listed while somebody types is there before they press Enter
    await panel.locator("#content").evaluate(noteShown, query);
    await bench.page.keyboard.press("Enter");
    const shown = panel.locator("#content[data-shown]");
    await shown.waitFor();
    const at = Number(await shown.getAttribute("data-shown"));
    taken.push(at - Number(await bench.page.locator("body").getAttribute("data-pressed")));
  }
  return taken;
}

/** Notes when the frame is drawn that shows the pack of a question: waiting from outside looks only now and then. */
function noteShown(content: Element, query: string): void {
  content.removeAttribute("data-shown");
  const isShown = (): boolean =>
    content.getAttribute("aria-busy") !== "true" && content.querySelector(".piece") !== null && (content.querySelector("h2")?.textContent ?? "").includes(query);
  const observer = new MutationObserver(() => {
    if (!isShown()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => content.setAttribute("data-shown", String(performance.timeOrigin + performance.now()))));
  });
  observer.observe(content, { attributes: true, childList: true, subtree: true });
}

/** The p95 of the time between two frames while letters are typed. */
async function frames(bench: Workbench): Promise<number> {
  await bench.page.locator(".monaco-editor").first().click({ position: { x: 300, y: 200 } });
  await bench.page.keyboard.press("End");
  await bench.page.evaluate(() => {
    const times: number[] = [];
    const next = (time: number): void => {
      times.push(time);
      if ((window as { measured?: number[] }).measured === times) requestAnimationFrame(next);
    };
    (window as { measured?: number[] }).measured = times;
    requestAnimationFrame(next);
  });
  await bench.page.keyboard.type(" # " + "letters ".repeat(LETTERS / 8), { delay: PAUSE_MS });
  const times = await bench.page.evaluate(() => {
    const measured = (window as { measured?: number[] }).measured ?? [];
    delete (window as { measured?: number[] }).measured;
    return measured;
  });
  const between = times.slice(1).map((time, index) => time - (times[index] ?? time)).sort((one, other) => one - other);
  return between[Math.floor(between.length * 0.95)] ?? 0;
}

/** Tells the milliseconds of processor time that the window's main thread has used: other programs do not lengthen them. */
async function meter(bench: Workbench): Promise<() => Promise<number>> {
  const session = await bench.page.context().newCDPSession(bench.page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
}

function say(what: string, values: readonly number[]): void {
  const sorted = [...values].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  process.stdout.write(`${what}: median ${median.toFixed(2)} of ${sorted.map((one) => one.toFixed(2)).join(", ")}\n`);
}

void main();
