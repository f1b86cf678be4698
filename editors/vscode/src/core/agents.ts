// Agents and the packs that they fetched, as rows of a tree.

import type { AgentPack, AgentPiece, Agents, Range } from "../protocol";
import { count, fileName, shortName } from "./format";

export interface AgentPieceRow {
  readonly label: string;
  readonly detail: string;
  readonly tooltip: string;
  /** Undefined: the piece has no symbol, so that it can be neither pinned nor excluded. */
  readonly symbol: string | undefined;
  readonly wish: "pinned" | "excluded" | "none";
  readonly uri: string;
  readonly range: Range;
}

export interface AgentPackRow {
  readonly label: string;
  readonly detail: string;
  readonly tooltip: string;
  readonly packId: string;
  readonly pieces: readonly AgentPieceRow[];
}

/** One row for each fetched pack, the latest first, with its pieces. */
export function agentRows(agents: Agents): AgentPackRow[] {
  return agents.packs.map((pack) => ({
    label: titleOf(pack),
    detail: `${nameOf(pack.agent)}, ${count(pack.tokens, "token")}`,
    tooltip: `${titleOf(pack)}\nFetched by ${nameOf(pack.agent)} at ${pack.at}`,
    packId: pack.packId,
    pieces: pack.pieces.map((piece) => pieceRow(piece, agents)),
  }));
}

/** The head of the list: the number of attached agents, or the reason why none can attach. */
export function agentsHead(agents: Agents): string {
  return agents.serving ? attached(agents.attached.length) : `Not serving agents: ${agents.reason}`;
}

/** The message after the user has asked to serve agents (`serve`), or to stop serving them. */
export function switched(serve: boolean, { serving, reason }: Agents): string {
  if (serving) return serve ? "Agents are served again." : "Agents are still served.";
  return serve ? `Agents are not served: ${reason}.` : "Agents are no longer served. They now use the files on disk.";
}

export function attached(agents: number): string {
  return `${count(agents, "agent")} attached`;
}

/** The lists after a symbol was pinned or excluded, or released if it was so before. */
export function wished(agents: Agents, wish: "pin" | "exclude", symbol: string): { pin: string[]; exclude: string[] } {
  const others = (all: readonly string[]): string[] => all.filter((one) => one !== symbol);
  const lists = { pin: others(agents.pin), exclude: others(agents.exclude) };
  return agents[wish].includes(symbol) ? lists : { ...lists, [wish]: [...lists[wish], symbol] };
}

function pieceRow(piece: AgentPiece, agents: Agents): AgentPieceRow {
  const symbol = piece.symbol ?? undefined;
  const file = fileName(piece.uri);
  const wish = !symbol ? "none" : agents.pin.includes(symbol) ? "pinned" : agents.exclude.includes(symbol) ? "excluded" : "none";
  return {
    label: symbol ? shortName(symbol) : file,
    detail: `${wish === "none" ? "" : `${wish}, `}${count(piece.tokens, "token")}`,
    tooltip: symbol ?? file,
    symbol,
    wish,
    uri: piece.uri,
    range: piece.range,
  };
}

/** The question, or the name of the symbol that the pack is about. */
function titleOf({ question }: AgentPack): string {
  return (question.includes("::") && !/\s/.test(question) ? shortName(question) : question) || "Pack";
}

function nameOf(agent: string): string {
  return agent || "an agent";
}
