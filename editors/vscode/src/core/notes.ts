// Notes about the code as rows of a list: the title, the type and the strength, and what is wrong with the note.

import type { Note, NoteProblem, Proposal, RememberParams } from "../protocol";

export type NoteType = RememberParams["type"];

export interface NoteChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** The server's notification about a note that an agent proposes. */
export interface Proposed {
  readonly agent: string;
  readonly title: string;
}

/** The types of notes, each with what it is for. */
export const NOTE_TYPES: Readonly<Record<NoteType, string>> = {
  convention: "How it is always done",
  decision: "What was decided, and why",
  gotcha: "What goes wrong easily",
  failure: "What was tried and did not work",
};

const VERDICTS: Readonly<Record<Note["verdict"], string>> = {
  fresh: "",
  moved: "its code has moved",
  drifted: "its code has changed",
  orphaned: "its code is gone",
  refuted: "says something false",
};

/** A note in the file called `file`. */
export function noteChoice(note: Note, file: string): NoteChoice {
  const holds = note.verdict === "fresh" || note.verdict === "moved";
  return {
    label: `$(${holds ? "note" : "warning"}) ${note.title}`,
    description: `${note.type} · strength ${Math.round(note.strength * 100)}%`,
    detail: [...remarks(note), file].join(" · "),
  };
}

/** A note that an agent, a commit or a document proposes. */
export function proposalChoice({ type, text, about, source, date }: Proposal): NoteChoice {
  const [title = "", ...rest] = text.split("\n");
  const names = about.map((one) => one.split("::").pop());
  return {
    label: title,
    description: [type, ...names].join(" · "),
    detail: [rest.join(" ").trim(), source, date ?? ""].filter((one) => one).join(" · "),
  };
}

/** A file among the notes that is not a note, or a note with a fault. */
export function problemChoice({ message, valid }: NoteProblem, file: string): NoteChoice {
  return { label: `$(error) ${file}`, description: valid ? "" : "not a valid note", detail: message };
}

/** Why a reader may not rely on a note, in plain words; empty if nothing is wrong with it. */
function remarks({ verdict, contradictions, state, stale }: Note): string[] {
  const said = [VERDICTS[verdict], contradictions.join("; ")].filter((one) => one).join(": ");
  return [
    ...(said ? [said] : []),
    ...(state === "proposed" ? ["proposed: not accepted yet"] : []),
    ...(stale ? ["stale: confirm or retire it"] : []),
  ];
}
