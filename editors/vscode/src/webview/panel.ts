// The script of the panel: shows what the extension has rendered, keeps the place in it, and tells of clicks.

import { DRAGGED, draggedUris } from "../core/pack/dropped";
import type { FromPanel, ToPanel } from "../core/pack/panelMessages";

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const UNFOLDED = "details[open] > pre"; // a look at the place in a folded one has the browser lay it out, which takes long

const editor = acquireVsCodeApi();
const content = element("content");
const spoken = element("spoken");
let question = "";
let pack = "";
let returning: AbortController | undefined; // of what is to have the focus when the page has it again

window.addEventListener("message", (event: MessageEvent<ToPanel>) => {
  const { html, announcement, isBusy } = event.data;
  const isOther = question !== event.data.question;
  ({ question, pack } = event.data);
  content.setAttribute("aria-busy", String(isBusy));
  if (spoken.textContent !== announcement) spoken.textContent = announcement;
  if (html !== undefined) show(html);
  if (isOther) document.documentElement.scrollTop = 0;
});

content.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>("button[data-do]") : null;
  if (!target) return;
  editor.postMessage(messageOf(target.dataset));
  const more = target.closest<HTMLDetailsElement>(".more");
  if (!more) return;
  more.open = false; // its action is under way
  more.querySelector("summary")?.focus();
});

// Of a list of pieces, the one with the focus alone has tab stops.
content.addEventListener("focusin", ({ target }) => {
  const piece = target instanceof Element ? target.closest(".piece") : null;
  const before = piece?.parentElement?.querySelector(":scope > .current");
  if (!piece || piece === before) return;
  if (before) setCurrent(before, false);
  setCurrent(piece, true);
});

// The code of a piece is coloured once somebody looks at it.
content.addEventListener(
  "toggle",
  ({ target }) => {
    const index = target instanceof HTMLDetailsElement && target.open ? target.dataset["index"] : undefined;
    if (index !== undefined) editor.postMessage({ do: "unfold", index: Number(index), pack });
  },
  true,
);

content.addEventListener("input", (event) => {
  if (isSlider(event.target)) tell(event.target, stop(event.target));
});

content.addEventListener("change", (event) => {
  if (isSlider(event.target)) editor.postMessage({ do: "budget", tokens: stop(event.target) });
  if (event.target instanceof HTMLSelectElement) {
    const { name = "" } = event.target.dataset;
    editor.postMessage({ do: "shape", name, value: event.target.value } as unknown as FromPanel); // the extension checks it
  }
});

// Arrows, Home and End walk through the pieces, as in any list of the editor.
content.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const here = target?.closest("pre, select, input") ? null : target?.closest(".piece");
  if (!here || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const all = pieces();
  const at = all.indexOf(here);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined) return;
  all[next]?.querySelector<HTMLElement>("button.name")?.focus();
  event.preventDefault();
});

// Files, folders and symbols of the editor can be dropped here; it lets them through while Shift is held.
for (const name of ["dragenter", "dragover"] as const) {
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    document.body.classList.add("dropping");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping"); // it has left the page, not an element
});
document.addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  const uris = draggedUris(event.dataTransfer?.getData(DRAGGED) ?? "");
  if (!uris.length) return;
  event.preventDefault();
  editor.postMessage({ do: "drop", uris });
});

editor.postMessage({ do: "ready" });

/** Shows the rendered page. The focus, the folds and the scroll positions in open folds stay as they were. */
function show(html: string): void {
  const focused = content.contains(document.activeElement) ? document.activeElement : null;
  const place = pieces().findIndex((one) => one.contains(focused));
  const folded = new Map([...content.querySelectorAll("details")].map((one) => [one.id, one.open]));
  const scrolled = [...content.querySelectorAll(UNFOLDED)].map((one) => ({ id: one.id, left: one.scrollLeft, top: one.scrollTop }));
  const top = document.documentElement.scrollTop;
  content.innerHTML = html;
  for (const one of content.querySelectorAll("details")) one.open = folded.get(one.id) ?? one.open;
  for (const { id, ...offsets } of scrolled) document.getElementById(id)?.scrollTo(offsets); // after its fold is open
  setTabStops();
  if (focused) keepFocus(successor(focused.id, place));
  document.documentElement.scrollTop = top;
}

/** Gives tab stops to the first piece of each list alone: the controls are below some hundred others. */
function setTabStops(): void {
  for (const piece of content.querySelectorAll(".piece")) setCurrent(piece, piece.parentElement?.querySelector(":scope > .piece") === piece);
}

function setCurrent(piece: Element, isCurrent: boolean): void {
  piece.classList.toggle("current", isCurrent);
  for (const one of piece.querySelectorAll<HTMLElement>("summary, button, pre")) one.tabIndex = isCurrent ? 0 : -1;
}

/** Focuses an element, or will as soon as the page has the focus again: a list or an editor that has it meanwhile keeps it. */
function keepFocus(next: HTMLElement): void {
  const focus = (): void => next.focus({ preventScroll: true });
  returning?.abort();
  if (document.hasFocus()) return focus();
  returning = new AbortController();
  window.addEventListener("focus", focus, { once: true, signal: returning.signal });
}

/**
 * The element that takes the focus: the one that was drawn anew; if it is gone, the piece in its place, or the page. A symbol
 * may have the same button in two rows, of which one may be folded away.
 */
function successor(id: string, place: number): HTMLElement {
  const next = pieces().at(Math.min(place, pieces().length - 1));
  const same = [...document.querySelectorAll<HTMLElement>(`[id="${CSS.escape(id)}"]`)].find((one) => one.checkVisibility());
  return same ?? (place < 0 ? null : next?.querySelector<HTMLElement>("button.name")) ?? content;
}

function pieces(): Element[] {
  return [...content.querySelectorAll("#guidance[open] .piece, .piece:not(#guidance *)")]; // not those folded away
}

function messageOf(data: DOMStringMap): FromPanel {
  const { do: action, index, tokens, ...rest } = data;
  const place = index === undefined ? {} : { index: Number(index), pack };
  return { do: action, ...rest, ...place, ...(tokens === undefined ? {} : { tokens: Number(tokens) }) } as unknown as FromPanel;
}

function isSlider(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset["do"] === "budget";
}

function stop(slider: HTMLInputElement): number {
  return Number(slider.dataset["stops"]?.split(" ")[Number(slider.value)]);
}

function tell(slider: HTMLInputElement, tokens: number): void {
  const words = `${tokens.toLocaleString("en-US")} tokens`;
  slider.setAttribute("aria-valuetext", words);
  element("budget-words").textContent = words;
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the panel has no ${id}`);
  return found;
}
