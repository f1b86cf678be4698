// One piece of a pack in the panel: two lines that say what it is, its code behind a click, and actions that appear on focus.

import type { PackItem, RemotePiece, SymbolCommit } from "../../protocol";
import { count, escapeHtml, fileName, grouped, shortName } from "../format";
import { EXCLUDE_ICON, FILE_ICON, PIN_ICON, WHY_ICON, button, list } from "./html";
import { type PackState, questionOf } from "./packState";
import type { View } from "./packView";
import type { Numbered, Piece } from "./pieces";

const VERDICTS = [
  ["useful", "👍", "useful"],
  ["not", "👎", "not useful"],
] as const;
const SHORT_NAME = 10; // digits of the name of a commit, as Git abbreviates it
const SHORT_REVISION = 12; // letters, as in the headings of packs
const PREVIEW = 12; // lines of code in a tooltip
const USUAL = "primary"; // the role of most pieces: others have a badge

/** A piece. Below the name of its file (`isInFile`), it names its line alone. */
export function pieceHtml(view: View, { item, index, parts }: Piece, isInFile: boolean): string {
  const { state } = view;
  const symbol = item.symbol ?? "";
  const name = symbol ? shortName(symbol) : (headingOf(item) ?? fileName(item.uri));
  const key = escapeHtml(symbol || `${item.uri}:${item.range.start.line}`); // of the piece, wherever it stands
  const marks = marksOf(state, symbol);
  const where = `${view.nameOf(item.uri)}:${item.range.start.line + 1}`;
  const kind = [kindOf(item), ...levelOf(item)].join(", ");
  const badges = [...(item.role === USUAL ? [] : [`<span class="role">${escapeHtml(item.role)}</span> `]), ...marks.map((mark) => `<span class="role mark">${mark}</span> `)];
  return (
    `<li class="piece${marks.includes("pinned") || marks.includes("added") ? " pinned" : ""}" data-symbol="${escapeHtml(symbol)}"><details id="piece-${key}" data-index="${index}"><summary id="summary-${key}" title="Show the code">` +
    `<span class="row">${kindHtml(kindOf(item))}<button class="link name" id="jump-${key}" data-do="jump" data-index="${index}" title="${escapeHtml(preview(item) || where)}">${symbol ? nameHtml(name) : escapeHtml(name)}</button>` +
    `${tokensHtml(item.tokens)}</span>` +
    `<span class="sub line" title="${escapeHtml(`${item.role} · ${kind} · ${where}`)}">${badges.join("")}<span class="where">${escapeHtml(isInFile ? `line ${item.range.start.line + 1}` : where)}</span></span></summary>` +
    `<div class="sub relation">${escapeHtml(item.relation ? `${kind} · ${item.relation.replace(/\S+::\S+/g, shortName)}` : kind)}</div>` +
    partsHtml(parts) +
    commits(state.pack?.commits?.[symbol] ?? []) +
    (item.text ? `<pre id="code-${key}" tabindex="0" aria-label="Code of ${escapeHtml(name)}"><code>${view.codeOf?.(item) ?? escapeHtml(item.text)}</code></pre>` : "") +
    `${scores(item, key)}</details>${symbol ? actions(view, symbol, name, state.pinned.includes(symbol)) : ""}</li>`
  );
}

/** The marks of a piece: pinned or added by the user, changed or new since the pack was made. */
function marksOf({ pinned, changes }: PackState, symbol: string): string[] {
  if (!symbol) return [];
  const isAdded = pinned.some((one) => !one.includes("::") && (symbol.startsWith(`${one}::`) || symbol.startsWith(`${one}/`)));
  return [
    ...(pinned.includes(symbol) ? ["pinned"] : isAdded ? ["added"] : []),
    ...(changes?.changed.includes(symbol) ? ["changed"] : changes?.entered.includes(symbol) ? ["new"] : []),
  ];
}

/** The kind in words. LSP has none for a section of Markdown. */
function kindOf({ kind, language }: Pick<PackItem, "kind" | "language">): string {
  return language === "markdown" && kind === "String" ? "section" : kind.toLowerCase();
}

/** The share of the code that is shown, in words; empty where all of it is. */
function levelOf({ level }: PackItem): string[] {
  if (level === "full") return [];
  return [level === "signature" ? "signature only" : level];
}

/** The heading of a section of Markdown, which names it better than its file does. */
function headingOf({ language, text }: PackItem): string | undefined {
  return language === "markdown" ? text.split("\n").map((line) => /^#{1,6} (.*\S)/.exec(line)?.[1]).find((one) => one) : undefined;
}

/** A name; where there is no room, the class is cut, and the member, which differs, stays whole. */
function nameHtml(name: string): string {
  const at = name.lastIndexOf(".") + 1;
  if (at <= 1 || at === name.length) return escapeHtml(name);
  return `<span class="owner">${escapeHtml(name.slice(0, at))}</span><span class="member">${escapeHtml(name.slice(at))}</span>`;
}

function tokensHtml(tokens: number): string {
  return `<span class="tokens" title="${count(tokens, "token")}">${grouped(tokens)}<span class="unit"> tokens</span></span>`;
}

/** The symbols whose code the code of a piece shows. */
function partsHtml(parts: readonly Numbered[]): string {
  const rows = parts.map(({ item, index }) => {
    const [id, name] = [escapeHtml(item.symbol ?? ""), escapeHtml(shortName(item.symbol ?? ""))];
    const link = `<button class="link" id="part-${id}-${item.range.start.line}" data-do="jump" data-index="${index}" title="${name}, line ${item.range.start.line + 1}">${name}</button>`;
    return `<li>${link} ${button(`pin-${id}`, "pin", "Pin", `Pin ${name}: it stays in the pack`, `data-symbol="${id}"`)}</li>`;
  });
  return rows.length ? `<div class="sub">Includes</div>${list("parts", rows)}` : "";
}

/** A piece of a published repository, with the repository and the revision that it is from. It opens as a read-only document. */
export function remotePieceHtml(piece: RemotePiece, index: number): string {
  const path = new URLSearchParams(/\?([^#]*)/.exec(piece.uri)?.[1] ?? "").get("path") ?? "";
  const symbol = piece.symbol ?? path;
  const name = shortName(symbol);
  const key = escapeHtml(`${piece.repository}@${piece.revision}:${symbol}:${piece.range.start.line}`);
  const where = `${piece.repository}: ${path}:${piece.range.start.line + 1}`;
  const revision = piece.revision && ` · revision ${piece.revision.slice(0, SHORT_REVISION)}`; // none outside of Git
  const about = `${kindOf(piece)} · ${where}${revision}`;
  return (
    `<li class="piece"><details id="elsewhere-${key}"><summary id="elsewhere-summary-${key}" title="Show the code">` +
    `<span class="row">${kindHtml(kindOf(piece))}<button class="link name" id="elsewhere-jump-${key}" data-do="elsewhere" data-index="${index}" title="${escapeHtml(preview(piece) || where)}">${piece.symbol ? nameHtml(name) : escapeHtml(name)}</button>` +
    `${tokensHtml(piece.tokens)}</span>` +
    `<span class="sub line" title="${escapeHtml(about)}"><span class="where">${escapeHtml(where)}</span></span></summary>` +
    `<div class="sub relation">${escapeHtml(`${kindOf(piece)}, read-only${revision}`)}</div>` +
    (piece.text ? `<pre id="elsewhere-code-${key}" tabindex="0" aria-label="Code of ${escapeHtml(name)}"><code>${escapeHtml(piece.text)}</code></pre>` : "") +
    "</details></li>"
  );
}

const LETTERS: Readonly<Record<string, string>> = { function: "ƒ", constructor: "m", field: "a", section: "§", property: "a" };

/** A sign for a kind: its letter in a box of the colour that the editor's icons for it have; for a part of a file, a sheet. */
function kindHtml(kind: string): string {
  const word = escapeHtml(kind);
  if (word === "file") return FILE_ICON;
  return `<span class="kind of-${word}" title="${word}" aria-hidden="true">${LETTERS[word] ?? word.charAt(0)}</span>`;
}

/** The commits since the revision that the pack is about, newest first; an older server sends none. */
function commits(all: readonly SymbolCommit[]): string {
  const lines = all.map(({ commit, subject, author }) => `<li title="${escapeHtml(`${commit}, ${author}`)}">${escapeHtml(`${commit.slice(0, SHORT_NAME)} ${subject}`)}</li>`);
  return lines.length ? `<ul class="sub commits" aria-label="Commits">${lines.join("")}</ul>` : "";
}

function preview({ text, signature }: Pick<PackItem, "text" | "signature">): string {
  const lines = (text || signature).trimEnd().split("\n");
  return lines.length > PREVIEW ? `${lines.slice(0, PREVIEW).join("\n")}\n…` : lines.join("\n");
}

function actions({ state, can }: View, symbol: string, name: string, isPinned: boolean): string {
  const id = escapeHtml(symbol);
  const label = escapeHtml(name);
  const data = `data-symbol="${id}"`;
  const verdicts = VERDICTS.map(([verdict, sign, words]) => {
    const pressed = `aria-pressed="${state.verdicts[symbol] === verdict}"`;
    return button(`${verdict}-${id}`, "judge", sign, `${label}: ${words}`, `${data} data-verdict="${verdict}" ${pressed}`);
  });
  const pin = isPinned ? "Pinned" : "Pin";
  const isQuestion = questionOf(state) !== undefined;
  return (
    '<div class="actions">' +
    button(`pin-${id}`, "pin", PIN_ICON, `${pin} ${label}: it stays in the pack`, `${data} aria-pressed="${isPinned}"`) +
    button(`exclude-${id}`, "exclude", EXCLUDE_ICON, `Exclude ${label}`, data) +
    (isQuestion ? button(`why-${id}`, "why", WHY_ICON, `Why ${label} was included`, data) : "") +
    `${can("ctx-lsp.feedback") ? verdicts.join("") : ""}</div>`
  );
}

function scores(item: PackItem, key: string): string {
  const parts = Object.entries(item.scores).filter(([, value]) => value !== 0);
  if (!parts.length) return "";
  const rows = parts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value.toFixed(3)}</dd>`).join("");
  return `<details id="score-${key}" class="score"><summary id="score-summary-${key}">Score ${item.score.toFixed(3)}</summary><dl>${rows}</dl></details>`;
}
