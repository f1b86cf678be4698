// Pieces of HTML that the panel is put together from. Whoever calls these has escaped what needs it.

/** A sheet of paper. */
export const FILE_ICON = '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 1.5H9L12.5 5V14.5H3.5ZM9 1.5V5H12.5"/></svg>';

/** Signs on the buttons of a piece: a pin, a circle that is struck out, and a question mark. */
export const PIN_ICON = sign("M5 1.5H11M6 1.5V6.5L4 9.5H12L10 6.5V1.5M8 9.5V14.5");
export const EXCLUDE_ICON = sign("M8 2A6 6 0 1 1 7.99 2ZM3.8 3.8L12.2 12.2");
export const WHY_ICON = sign("M5.5 5.5A2.5 2.5 0 1 1 8 8V10M8 12.5V13.5");

function sign(lines: string): string {
  return `<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="${lines}"/></svg>`;
}

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
