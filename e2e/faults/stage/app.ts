import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, endProgram, isRunning, signalProcess, startProgram } from "./started";

const AGAIN_AFTER_MS = 150;
const READY_WITHIN_MS = 90_000;
const POLL_MS = 50;

/** An app process from the built bundle, which is restarted whenever it ends, as on a container platform. */
export class App {
  #child: ChildProcess | null = null;
  #isMeantToRun = true;
  starts = 0;

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.shiftClock(0);
    this.#start();
  }

  /** SIGSTOP and SIGCONT also go to the child planes, as if the machine paused. For other signals the app ends them itself. */
  signal(signal: NodeJS.Signals): void {
    if (signal === "SIGSTOP" || signal === "SIGCONT") for (const pid of this.#planes()) signalProcess(pid, signal);
    if (isRunning(this.#child)) this.#child.kill(signal);
  }

  /** The app restarts them. */
  killPlanes(): void {
    for (const pid of this.#planes()) signalProcess(pid, "SIGKILL");
  }

  #planes(): readonly number[] {
    return isRunning(this.#child) && this.#child.pid ? childrenOf(this.#child.pid) : [];
  }

  shiftClock(shiftMs: number): void {
    writeFileSync(this.#clockFile, String(shiftMs));
  }

  /** Resolves when `/readyz` succeeds. */
  async ready(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    while (performance.now() < deadline) {
      const isReady = await fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      );
      if (isReady) return;
      await sleep(POLL_MS);
    }
    throw new Error(`${this.name} does not become ready: see ${this.#logFile}`);
  }

  async end(): Promise<void> {
    this.#isMeantToRun = false;
    const child = this.#child;
    const late = setTimeout(() => child?.kill("SIGKILL"), 10_000);
    await endProgram(child, "SIGTERM");
    clearTimeout(late);
  }

  get #clockFile(): string {
    return join(this.folder, `${this.name}.clock`);
  }

  get #logFile(): string {
    return join(this.folder, `${this.name}.log`);
  }

  #start(): void {
    this.starts += 1;
    const child = startProgram({
      command: process.execPath,
      args: ["--import", resolve("e2e/faults/stage/shift-clock.mjs"), resolve(".next/current/closed-loop/main.mjs")],
      logFile: this.#logFile,
      hasChannel: true,
      env: {
        ...process.env,
        ...this.env,
        NODE_ENV: "production",
        PORT: String(this.port),
        CLOSED_LOOP_DATA_DIR: join(this.folder, this.name),
        CLOCK_SHIFT_FILE: this.#clockFile,
      },
    });
    this.#child = child;
    child.once("exit", async () => {
      await sleep(AGAIN_AFTER_MS);
      if (this.#isMeantToRun) this.#start();
    });
  }
}
