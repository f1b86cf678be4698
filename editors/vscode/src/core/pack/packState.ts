// The state of the panel: the request, the user's changes to it, and the pack, as plain data with functions from one state
// to the next.

import type { Commands, Options, Pack, Replay, ReplayChanges } from "../../protocol";

export type PackCommand = {
  [Name in keyof Commands]: Commands[Name]["answer"] extends Pack ? Name : never;
}[keyof Commands];

export type Asking = {
  [Name in PackCommand]: {
    readonly command: Name;
    readonly params: Omit<Commands[Name]["params"], "options">;
    /** Empty: the name of the symbol that the answer is about. */
    readonly title: string;
  };
}[PackCommand];

/** The options that the panel has controls for, besides the budget. What is missing is as the settings have it. */
export type Shape = Pick<Options, "format" | "includeTests" | "dependencyDepth" | "cursor">;

/** The order of the pieces: best first, or by file. */
export type Order = "relevance" | "file";

export interface PackState {
  readonly asking: Asking | undefined;
  readonly pack: Pack | undefined;
  /** The request that the pack on show answers; while another question is under way, not that question. */
  readonly shown: Asking | undefined;
  /** The pack before that one. */
  readonly previous: Pack | undefined;
  /** The tokens that the user has chosen for this question and the next ones; undefined: as the settings have it. */
  readonly budget: number | undefined;
  /** The user's other choices for this question and the next ones. */
  readonly shape: Shape;
  /** Symbols and paths. */
  readonly pinned: readonly string[];
  readonly excluded: readonly string[];
  /**
   * The options of a pack of the history besides `pinned` and `excluded`, with the user's later choices; the next question
   * drops them. Undefined for other packs, and until that pack is there.
   */
  readonly kept: Options | undefined;
  /** Changes in a pack of the history since it was made. */
  readonly changes: ReplayChanges | undefined;
  readonly order: Order;
  /** The user's verdicts on items of this pack, by symbol. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Whether the code has changed since. */
  readonly isOutdated: boolean;
  readonly isBusy: boolean;
  readonly error: string | undefined;
}

export const NOTHING: PackState = {
  asking: undefined,
  pack: undefined,
  shown: undefined,
  previous: undefined,
  budget: undefined,
  shape: {},
  pinned: [],
  excluded: [],
  kept: undefined,
  changes: undefined,
  order: "relevance",
  verdicts: {},
  isOutdated: false,
  isBusy: false,
  error: undefined,
};

/** A new question. The controls stay; what was pinned or left out belonged to the old one. */
export function asked(state: PackState, asking: Asking): PackState {
  const { budget, shape, order, pack, shown, previous, isOutdated } = state;
  return { ...NOTHING, asking, budget, shape, order, pack, shown, previous, isOutdated, isBusy: true };
}

/** The same question once more, in whatever shape it has now. */
export function askedAgain(state: PackState): PackState {
  return { ...state, isBusy: true, error: undefined };
}

export function answered(state: PackState, pack: Pack | Replay): PackState {
  const isOther = state.pack !== undefined && state.pack.packId !== pack.packId;
  return {
    ...state,
    ...("options" in pack ? replayed(state, pack) : {}),
    pack,
    shown: state.asking,
    previous: isOther ? state.pack : state.previous,
    verdicts: isOther ? {} : state.verdicts,
    isOutdated: false,
    isBusy: false,
    error: undefined,
  };
}

export function failed(state: PackState, error: string): PackState {
  return { ...state, isBusy: false, error };
}

/** The code of a pack has changed, or is again as it was. */
export function outdated(state: PackState, packId: string, isOutdated: boolean): PackState {
  return state.pack?.packId === packId ? { ...state, isOutdated } : state;
}

/** Whether the pack on show answers the last question: not while one is under way, nor after another one has failed. */
export function isAnswered({ asking, shown, isBusy }: PackState): boolean {
  return !isBusy && asking === shown;
}

/** Whether the pack was made before everything was indexed, so that the same question finds more by now. */
export function isPartial({ pack }: PackState): boolean {
  return pack !== undefined && Math.min(pack.coverage.lexical, pack.coverage.semantic) < 1;
}

export function pinToggled(state: PackState, name: string): PackState {
  return reshaped(state, { pinned: toggled(state.pinned, name), excluded: without(state.excluded, name) });
}

export function excludeToggled(state: PackState, name: string): PackState {
  return reshaped(state, { excluded: toggled(state.excluded, name), pinned: without(state.pinned, name) });
}

/** Symbols or paths that the user adds by hand. */
export function added(state: PackState, names: readonly string[]): PackState {
  const pinned = [...new Set([...state.pinned, ...names])];
  return reshaped(state, { pinned, excluded: state.excluded.filter((one) => !names.includes(one)) });
}

export function budgetSet(state: PackState, budget: number): PackState {
  return reshaped(state, { budget, kept: state.kept && { ...state.kept, maxTokens: budget } });
}

export function shaped(state: PackState, shape: Shape): PackState {
  return reshaped(state, { shape: { ...state.shape, ...shape }, kept: state.kept && { ...state.kept, ...shape } });
}

export function ordered(state: PackState, order: Order): PackState {
  return { ...state, order };
}

export function judged(state: PackState, symbol: string, verdict: string): PackState {
  return { ...state, verdicts: { ...state.verdicts, [symbol]: verdict } };
}

/** Whether the user has changed what the pack holds. */
export function isShaped({ budget, shape, pinned, excluded }: PackState): boolean {
  return budget !== undefined || Object.keys(shape).length + pinned.length + excluded.length > 0;
}

/** The question that the pack on show answers; undefined for a pack about a symbol, files or a change. */
export function questionOf({ shown, pack }: PackState): string | undefined {
  if (shown?.command === "ctx-lsp.query") return shown.params.query;
  const isQuestion = shown?.command === "ctx-lsp.replay" && pack?.query.intent === "question";
  return isQuestion ? pack.query.text : undefined;
}

/** The values that the controls show: those of a pack of the history, else the user's choices. */
export function controlled({ kept, budget, shape }: PackState): Options {
  return kept ?? { ...shape, ...(budget === undefined ? {} : { maxTokens: budget }) };
}

/** The options to send; the settings, or the history, decide on those that are left out. */
export function options(state: PackState): Options | undefined {
  if (state.asking?.command === "ctx-lsp.replay" && !state.kept) return undefined;
  return {
    ...controlled(state),
    ...(state.pinned.length ? { pin: state.pinned } : {}),
    ...(state.excluded.length ? { exclude: state.excluded } : {}),
  };
}

/** A pack of the history brings its options with it; those that the user has changed since stay. */
function replayed(state: PackState, { options: given, changes }: Replay): Partial<PackState> {
  if (state.kept) return { changes: state.changes && changes };
  const { pin = [], exclude = [], ...kept } = given;
  return { kept, pinned: pin, excluded: exclude, changes };
}

/** Another shape: what differs from now on does so by the user's own wish. */
function reshaped(state: PackState, change: Partial<PackState>): PackState {
  return { ...state, ...change, changes: undefined };
}

function toggled(all: readonly string[], one: string): readonly string[] {
  return all.includes(one) ? without(all, one) : [...all, one];
}

function without(all: readonly string[], one: string): readonly string[] {
  return all.filter((other) => other !== one);
}
