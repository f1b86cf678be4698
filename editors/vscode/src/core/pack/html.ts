// Pieces of HTML that the panel is put together from. Whoever calls these has escaped what needs it.

/** A sheet of paper. */
export const FILE_ICON = '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 1.5H9L12.5 5V14.5H3.5ZM9 1.5V5H12.5"/></svg>';

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
