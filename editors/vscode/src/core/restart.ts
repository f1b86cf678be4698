// Restarts of the server: one run at a time, one more queued, and after a crash with a delay.

/** Runs `work`: one at a time; whoever asks meanwhile shares the one run that follows. */
export class Serial {
  private running: Promise<void> | undefined;
  private queued: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.queued) return this.queued; // also just after a run's end, before the queued one has begun
    if (!this.running) return this.begin();
    this.queued = this.running
      .catch(() => undefined) // the caller of that run gets the error
      .then(() => {
        this.queued = undefined;
        return this.begin();
      });
    return this.queued;
  }

  private begin(): Promise<void> {
    const run = this.work().finally(() => {
      if (this.running === run) this.running = undefined;
    });
    this.running = run;
    return run;
  }
}

/** Why `within` rejects. */
export class Late extends Error {}

/** The result of `work`; rejects with `Late` where that takes longer than `ms`. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`no answer in ${ms / 1000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const CRASHES = 5; // in this time mean that another try will end the same way
const WINDOW_MS = 3 * 60_000;
const FIRST_MS = 500;

/** Remembers crashes and says how long to wait after each. */
export class BackOff {
  private crashes: readonly number[] = [];

  /** Milliseconds to wait after a crash at `now`, doubled with each; undefined: leave it. */
  afterCrash(now: number): number | undefined {
    this.crashes = [...this.crashes.filter((time) => now - time < WINDOW_MS), now];
    return this.crashes.length >= CRASHES ? undefined : FIRST_MS * 2 ** (this.crashes.length - 1);
  }

  /** The user has asked for a start: what was before does not count. */
  reset(): void {
    this.crashes = [];
  }
}
