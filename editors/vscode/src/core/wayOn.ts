// An error that the user can mend: it comes with a command that does so.

export class WayOn extends Error {
  constructor(
    message: string,
    readonly title: string,
    readonly command: string,
  ) {
    super(message);
  }
}

export function askFirst(message: string): WayOn {
  return new WayOn(message, "Ask for Context…", "ctxLsp.ask");
}
