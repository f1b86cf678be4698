// Code as coloured HTML, made by the editor's own renderer of Markdown: the fence to render, and a check of the answer.

/** A block of Markdown that holds a text as code of a language. */
export function fenced(text: string, language: string): string {
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** The coloured code in a rendered block. Undefined where it holds anything but text and coloured spans. */
export function colouredCode(rendered: string): string | undefined {
  const code = /<code\b[^>]*>([\s\S]*)<\/code>/.exec(rendered)?.[1]?.replace(/\n$/, "");
  const text = code?.replace(/<span class="[\w -]*">|<\/span>/g, "");
  return text === undefined || text.includes("<") ? undefined : code;
}
