type Part = Readonly<{
  stop: () => Promise<void> | void;
  kill?: () => void;
  /** Milliseconds it may take; 5 s unless told. */
  withinMs?: number;
}>;

/** A stop was requested while the app was still starting. */
export class StoppedWhileStarting extends Error {
  override readonly name = "StoppedWhileStarting";
}

/** A part may not hold up the others for longer, unless it says so. */
const PART_TIMEOUT_MS = 5_000;

/**
 * Stops what was started, last first: on a signal, when the launcher that started us is gone, or when the start
 * fails. A second signal ends everything at once.
 */
export class Shutdown {
  readonly #parts: Part[] = [];
  #isStarting = true;
  #isRequested = false;

  /** Quiet: another process says what happens. */
  constructor(private readonly options: { readonly isQuiet: boolean }) {}

  listen(): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => this.#request());
    // The launch script holds a channel to us. Should it be killed, no one would be left to stop us.
    process.once("disconnect", () => this.#request());
    process.once("uncaughtException", (error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      void this.run().then(() => process.exit(1));
    });
  }

  add(part: Part): void {
    this.#parts.push(part);
  }

  /** Between two steps of the start: goes on only if no one asked to stop. */
  check(): void {
    if (this.#isRequested) throw new StoppedWhileStarting("stopped while starting");
  }

  started(): void {
    this.check();
    this.#isStarting = false;
  }

  /** Something that nothing works without has ended by itself. */
  fail(message: string): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    process.stderr.write(`${message}\n`);
    void this.run().then(() => process.exit(1));
  }

  /** Stops everything, last started first. What ends from now on was meant to. */
  async run(): Promise<void> {
    this.#isRequested = true;
    for (const part of [...this.#parts].reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, part.withinMs ?? PART_TIMEOUT_MS);
      });
      await Promise.race([Promise.resolve(part.stop()).catch(() => undefined), limit]);
      clearTimeout(timer);
    }
  }

  #request(): void {
    if (this.#isRequested) {
      for (const part of this.#parts) part.kill?.();
      process.exit(1);
    }
    this.#isRequested = true;
    if (this.#isStarting) return;
    if (!this.options.isQuiet) process.stdout.write("\nStopping…\n");
    void this.run().then(() => process.exit(0));
  }
}
