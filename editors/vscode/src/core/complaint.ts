// Errors as the user reads them: never the protocol's own words, a URI or a hash.

const INVALID_PARAMS = -32602; // the server's sentence says what to change
const CANCELLED: readonly unknown[] = [-32800, -32801, -32802]; // by the user, by a newer text, by the server
const LOST: readonly unknown[] = [-32099, -32098, -32097, -32096]; // the client's own, where the connection has gone
const URI = /\b[a-z][a-z+-]+:\/[^\s'"`]*[^\s'"`.,:]/g;
const HASH = /['"]?\b[0-9a-f]{32,64}\b['"]?/g;

/** The sentence for an error; undefined where there is nothing to tell. */
export function complaint(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  if (CANCELLED.includes(code)) return undefined;
  const isProtocol = typeof code === "number" && code !== INVALID_PARAMS;
  if (isProtocol) return "The server could not answer this. Its log says why.";
  return readable(error instanceof Error ? error.message : String(error));
}

/** The server's word for the reason of a refusal (`unknownPack`); undefined for other errors. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error ? (error as { readonly data?: { readonly reason?: unknown } }).data?.reason : undefined;
}

/** Whether the server names what the user has to change: a symbol, a revision or a file that does not exist. */
export function isMistake(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === INVALID_PARAMS;
}

/** Whether a request was lost with the connection, so that no server has answered it. */
export function isLost(error: unknown): boolean {
  return LOST.includes((error as { readonly code?: unknown } | undefined)?.code);
}

function readable(message: string): string {
  return message.replace(URI, lastName).replace(HASH, "with this id");
}

function lastName(uri: string): string {
  const name = uri.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // its escapes are no UTF-8
  }
}
