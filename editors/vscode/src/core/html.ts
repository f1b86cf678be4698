// Pieces of HTML that the panel is put together from. Whoever calls these has escaped what needs it.

/**
 * A button that says in `data-do` what it does, with an id that outlives a new rendering. `title` is its name for screen
 * readers; where `text` is in words, these are in it, for those who speak to the editor.
 */
export function button(id: string, action: string, text: string, title = text, more = ""): string {
  return `<button id="${id}" data-do="${action}" title="${title}" aria-label="${title}" ${more}>${text}</button>`;
}

/** A list, or nothing where it would be empty. */
export function list(name: string, rows: readonly string[], labelledBy?: string): string {
  const label = labelledBy ? ` aria-labelledby="${labelledBy}"` : "";
  return rows.length ? `<ul class="${name}"${label}>${rows.join("\n")}</ul>` : "";
}
