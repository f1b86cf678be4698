// One piece of a pack in the panel: two lines that say what it is, its code behind a click, and actions that appear on focus.

import type { PackItem, RemotePiece, SymbolCommit } from "../../protocol";
import { escapeHtml, fileName, grouped, shortName } from "../format";
import { FILE_ICON, button } from "./html";
import { questionOf } from "./packState";
import type { View } from "./packView";

const VERDICTS = [
  ["useful", "👍", "useful"],
  ["not", "👎", "not useful"],
] as const;
const SHORT_NAME = 10; // digits of the name of a commit, as Git abbreviates it
const SHORT_REVISION = 12; // letters, as in the headings of packs
const PREVIEW = 12; // lines of code in a tooltip
const USUAL = "primary"; // the role of most pieces: others have a badge

/** A piece. Below the name of its file (`isInFile`), it names its line alone. */
export function pieceHtml(view: View, item: PackItem, index: number, isInFile: boolean): string {
  const symbol = item.symbol ?? "";
  const name = symbol ? shortName(symbol) : fileName(item.uri);
  const key = escapeHtml(symbol || `${item.uri}:${item.range.start.line}`); // of the piece, wherever it stands
  const isPinned = view.state.pinned.includes(symbol);
  const where = `${view.nameOf(item.uri)}:${item.range.start.line + 1}`;
  const about = `${item.role} · ${item.kind.toLowerCase()}, ${item.level} · ${where}`;
  return (
    `<li class="piece${isPinned ? " pinned" : ""}" data-symbol="${escapeHtml(symbol)}"><details id="piece-${key}" data-index="${index}"><summary id="summary-${key}">` +
    `<span class="row">${kindHtml(item.kind)}<button class="link name" id="jump-${key}" data-do="jump" data-index="${index}" title="${escapeHtml(preview(item) || where)}">${escapeHtml(name)}</button>` +
    `<span class="tokens">${grouped(item.tokens)}<span class="unit"> tokens</span></span></span>` +
    `<span class="sub line" title="${escapeHtml(about)}">${item.role === USUAL ? "" : `<span class="role">${escapeHtml(item.role)}</span> `}${isPinned ? '<span class="pin">pinned</span> ' : ""}<span class="where">${escapeHtml(isInFile ? `line ${item.range.start.line + 1}` : where)}</span></span></summary>` +
    `<div class="sub relation">${escapeHtml(item.kind.toLowerCase())}, ${escapeHtml(item.level)}${item.relation ? ` · ${escapeHtml(item.relation)}` : ""}</div>` +
    commits(view.state.pack?.commits?.[symbol] ?? []) +
    (item.text ? `<pre id="code-${key}" tabindex="0" aria-label="Code of ${escapeHtml(name)}"><code>${view.codeOf?.(item) ?? escapeHtml(item.text)}</code></pre>` : "") +
    `${scores(item, key)}</details>${symbol ? actions(view, symbol, name, isPinned) : ""}</li>`
  );
}

/** A piece of a published repository, with the repository and the revision that it is from. It opens as a read-only document. */
export function remotePieceHtml(piece: RemotePiece, index: number): string {
  const path = new URLSearchParams(/\?([^#]*)/.exec(piece.uri)?.[1] ?? "").get("path") ?? "";
  const symbol = piece.symbol ?? path;
  const name = shortName(symbol);
  const key = escapeHtml(`${piece.repository}@${piece.revision}:${symbol}:${piece.range.start.line}`);
  const where = `${piece.repository}: ${path}:${piece.range.start.line + 1}`;
  const revision = piece.revision && ` · revision ${piece.revision.slice(0, SHORT_REVISION)}`; // none outside of Git
  const about = `${piece.kind.toLowerCase()} · ${where}${revision}`;
  return (
    `<li class="piece"><details id="elsewhere-${key}"><summary id="elsewhere-summary-${key}">` +
    `<span class="row">${kindHtml(piece.kind)}<button class="link name" id="elsewhere-jump-${key}" data-do="elsewhere" data-index="${index}" title="${escapeHtml(preview(piece) || where)}">${escapeHtml(name)}</button>` +
    `<span class="tokens">${grouped(piece.tokens)}<span class="unit"> tokens</span></span></span>` +
    `<span class="sub line" title="${escapeHtml(about)}"><span class="where">${escapeHtml(where)}</span></span></summary>` +
    `<div class="sub relation">${escapeHtml(`${piece.kind.toLowerCase()}, read-only${revision}`)}</div>` +
    (piece.text ? `<pre id="elsewhere-code-${key}" tabindex="0" aria-label="Code of ${escapeHtml(name)}"><code>${escapeHtml(piece.text)}</code></pre>` : "") +
    "</details></li>"
  );
}

/** A sign for a kind: its letter, in the colour that the editor's icons for this kind have; for a part of a file, a sheet. */
function kindHtml(kind: string): string {
  const word = escapeHtml(kind.toLowerCase());
  if (word === "file") return FILE_ICON;
  const letter = word === "function" ? "ƒ" : word.charAt(0);
  return `<span class="kind of-${word}" title="${word}" aria-hidden="true">${letter}</span>`;
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
    button(`pin-${id}`, "pin", pin, `${pin} ${label}: it stays in the pack`, `${data} aria-pressed="${isPinned}"`) +
    button(`exclude-${id}`, "exclude", "Exclude", `Exclude ${label}`, data) +
    (isQuestion ? button(`why-${id}`, "why", "Why", `Why ${label} was included`, data) : "") +
    `${can("ctx-lsp.feedback") ? verdicts.join("") : ""}</div>`
  );
}

function scores(item: PackItem, key: string): string {
  const parts = Object.entries(item.scores).filter(([, value]) => value !== 0);
  if (!parts.length) return "";
  const rows = parts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value.toFixed(3)}</dd>`).join("");
  return `<details id="score-${key}" class="score"><summary id="score-summary-${key}">Score ${item.score.toFixed(3)}</summary><dl>${rows}</dl></details>`;
}
