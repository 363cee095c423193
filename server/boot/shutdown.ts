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
  #stopped: Promise<void> | null = null;
  #isReplaced = false;

  /** Whether another process has taken this one's place already: nobody has to be told to go elsewhere. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** For the process that a person or a service manager started. */
  listen(): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => this.#request("Stopping…"));
    this.#listenForTheEnd();
  }

  /**
   * For a process that another one started and stops by a message. A signal to the whole group (Ctrl-C, a service manager)
   * reaches that one too, and it alone knows the order in which to stop.
   */
  obey(readStop: (message: unknown) => { readonly isReplaced: boolean } | null): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
    process.on("message", (message) => {
      const stop = readStop(message);
      if (!stop) return;
      this.#isReplaced = stop.isReplaced;
      this.#request(null);
    });
    this.#listenForTheEnd();
  }

  #listenForTheEnd(): void {
    // Whoever started us holds a channel to us. Should it be killed, no one would be left to stop us.
    process.once("disconnect", () => this.#request(null));
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

  /** From now on a request to stop need not wait for the next step. */
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
  run(): Promise<void> {
    this.#isRequested = true;
    this.#stopped ??= this.#stopParts();
    return this.#stopped;
  }

  async #stopParts(): Promise<void> {
    for (const part of [...this.#parts].reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, part.withinMs ?? PART_TIMEOUT_MS);
      });
      await Promise.race([Promise.resolve(part.stop()).catch(() => undefined), limit]);
      clearTimeout(timer);
    }
  }

  #request(sentence: string | null): void {
    if (this.#isRequested) {
      for (const part of this.#parts) part.kill?.();
      process.exit(1);
    }
    this.#isRequested = true;
    if (this.#isStarting) return;
    if (sentence) process.stdout.write(`\n${sentence}\n`);
    void this.run().then(() => process.exit(0));
  }
}
