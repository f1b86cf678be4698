// A pack as a prompt, and the name of a file for it.

import { beginning } from "../format";

const INSTRUCTION = "Answer from this code, and say so where it is not enough. Name the file and the line of what you rely on.";
const LONGEST = 60; // characters of a name

/** The question, the pack and an instruction, for a chat that knows nothing of this program. */
export function promptOf(question: string, pack: string): string {
  return `${question.trim()}\n\n${pack.trim()}\n\n${INSTRUCTION}\n`;
}

/** A name for a file with the pack: the words of its question. */
export function fileNameOf(question: string, extension: string): string {
  const words = question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${beginning(words, LONGEST).replace(/-+$/, "") || "pack"}.${extension}`;
}

/** The file extension of a rendered pack. */
export function extensionOf(text: string): string {
  if (text.startsWith("<")) return "xml";
  return text.startsWith("{") ? "json" : "md";
}

/** The question with a reference to a file, in the form that agents in a terminal read; no line break at its end. */
export function reference(question: string, file: string): string {
  return `${question.replace(/\s+/g, " ").trim()} @${/\s/.test(file) ? `"${file}"` : file} `;
}
