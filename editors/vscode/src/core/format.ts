// Numbers and names as people read them.

let formatter: Intl.NumberFormat | undefined; // made when it is needed: activation does without

export function count(number: number, what: string): string {
  return `${grouped(number)} ${what}${number === 1 ? "" : "s"}`;
}

export function grouped(number: number): string {
  formatter ??= new Intl.NumberFormat("en-US");
  return formatter.format(Math.round(number));
}

/** A share (0–1) in percent, rounded down, so that only what is whole says 100 %. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)}%`;
}

export function bytes(number: number): string {
  return number < 1_000_000 ? `${grouped(number / 1000)} kB` : `${grouped(number / 1_000_000)} MB`;
}

/** The last line of a program's output, which in a traceback, and in pip's output, is the reason. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

/** The beginning of a text, of at most so many UTF-16 units. No character is cut in two: URIs cannot hold half of one. */
export function beginning(text: string, length: number): string {
  const isCut = text.length > length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isCut ? length - 1 : length);
}

/**
 * `Class.method` of `path::Class.method`; a file's own name where there is no symbol. The number in `Class#2.method`, which
 * tells definitions of one name apart, is left out: their places do that.
 */
export function shortName(symbol: string): string {
  const [file, name] = splitSymbol(symbol);
  return name.replace(/(?<=[^\s.])#\d+(?=\.|$)/g, "") || (file.split("/").at(-1) ?? file);
}

/** Path and qualified name of a symbol id. */
export function splitSymbol(symbol: string): [string, string] {
  const at = symbol.indexOf("::");
  return at < 0 ? [symbol, ""] : [symbol.slice(0, at), symbol.slice(at + 2)];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for Markdown, where it shall stand as it is: `__init__` is no emphasis. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#~&]/g, "\\$&").replace(/\s+/g, " ");
}

/** Text for a notice, where it shall stand as it is: the editor makes a link of `[text](command:…)`, which runs the command. */
export function escapeNotice(text: string): string {
  return text.replace(/\]\(/g, "]\u200B("); // a space without width
}

/** A URI as people read it, also one whose escapes are no UTF-8. */
export function readableUri(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

/** The name of the file that a URI is of; of a cell, that of its notebook. */
export function fileName(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "");
  return readableUri(path.split(/[/:]/).at(-1) ?? path);
}

/** Text for HTML, in elements and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

/** The text as the beginning of a line of its own. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
