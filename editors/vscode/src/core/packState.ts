// What is asked, how the user has shaped it, and the pack that came: plain data and functions from one to the next.

import type { Commands, Options, Pack } from "../protocol";

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

export interface PackState {
  readonly asking: Asking | undefined;
  readonly pack: Pack | undefined;
  /** What the pack answers: while another question is under way, not what is being asked. */
  readonly shown: Asking | undefined;
  /** The pack before that one. */
  readonly previous: Pack | undefined;
  /** Tokens; undefined: as the settings have it. */
  readonly budget: number | undefined;
  readonly pinned: readonly string[];
  readonly excluded: readonly string[];
  /** What the user has said of items of this pack, by symbol. */
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
  pinned: [],
  excluded: [],
  verdicts: {},
  isOutdated: false,
  isBusy: false,
  error: undefined,
};

/** A new question. The budget stays; what was pinned or left out belonged to the old one. */
export function asked(state: PackState, asking: Asking): PackState {
  const { budget, pack, shown, previous, isOutdated } = state;
  return { ...NOTHING, asking, budget, pack, shown, previous, isOutdated, isBusy: true };
}

/** The same question once more, in whatever shape it has now. */
export function askedAgain(state: PackState): PackState {
  return { ...state, isBusy: true, error: undefined };
}

export function answered(state: PackState, pack: Pack): PackState {
  const isOther = state.pack !== undefined && state.pack.packId !== pack.packId;
  return {
    ...state,
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

/** Whether the pack was made before everything was indexed, so that the same question finds more by now. */
export function isPartial({ pack }: PackState): boolean {
  return pack !== undefined && Math.min(pack.coverage.lexical, pack.coverage.semantic) < 1;
}

export function pinToggled(state: PackState, symbol: string): PackState {
  return { ...state, pinned: toggled(state.pinned, symbol), excluded: without(state.excluded, symbol) };
}

export function excludeToggled(state: PackState, symbol: string): PackState {
  return { ...state, excluded: toggled(state.excluded, symbol), pinned: without(state.pinned, symbol) };
}

export function budgetSet(state: PackState, budget: number): PackState {
  return { ...state, budget };
}

export function judged(state: PackState, symbol: string, verdict: string): PackState {
  return { ...state, verdicts: { ...state.verdicts, [symbol]: verdict } };
}

/** The options that the user's choices come to; what is left out is as the settings have it. */
export function options(state: PackState): Options {
  return {
    ...(state.budget === undefined ? {} : { maxTokens: state.budget }),
    ...(state.pinned.length ? { pin: state.pinned } : {}),
    ...(state.excluded.length ? { exclude: state.excluded } : {}),
  };
}

function toggled(all: readonly string[], one: string): readonly string[] {
  return all.includes(one) ? without(all, one) : [...all, one];
}

function without(all: readonly string[], one: string): readonly string[] {
  return all.filter((other) => other !== one);
}
