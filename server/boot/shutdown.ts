type Part = Readonly<{
  stop: () => Promise<void> | void;
  kill?: () => void;
  /** Milliseconds that stopping may take; 5,000 by default. */
  withinMs?: number;
}>;

export class StoppedWhileStarting extends Error {
  override readonly name = "StoppedWhileStarting";
}

const PART_TIMEOUT_MS = 5_000;

/**
 * Stops everything in reverse order of starting: on a signal, when the launcher is gone, or when the start fails. A second
 * signal exits immediately.
 */
export class Shutdown {
  readonly #parts: Part[] = [];
  #isStarting = true;
  #isRequested = false;
  #stopped: Promise<void> | null = null;

  listen(): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => this.#request("Stopping…"));
    this.#listenForTheEnd();
  }

  /**
   * For a process that its starter stops by a message. Signals to the whole group (Ctrl-C, service managers) reach the starter
   * too, and only it knows the stopping order.
   */
  obey(isStop: (message: unknown) => boolean): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
    process.on("message", (message) => {
      if (isStop(message)) this.#request(null);
    });
    this.#listenForTheEnd();
  }

  #listenForTheEnd(): void {
    // The starter holds an IPC channel. If it is killed, nobody else would stop this process.
    process.once("disconnect", () => this.#request(null));
    process.once("uncaughtException", (error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      void this.run().then(() => process.exit(1));
    });
  }

  add(part: Part): void {
    this.#parts.push(part);
  }

  check(): void {
    if (this.#isRequested) throw new StoppedWhileStarting("stopped while starting");
  }

  /** From now on a stop doesn't have to wait for the next step. */
  started(): void {
    this.check();
    this.#isStarting = false;
  }

  /** Stops because something essential has ended by itself. */
  fail(message: string): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    process.stderr.write(`${message}\n`);
    void this.run().then(() => process.exit(1));
  }

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
