import { randomUUID } from "node:crypto";
import { findNewestBuild, noteBuild } from "@/server/domain/builds";
import { listenForRoundTrip } from "@/server/domain/health";
import { getLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import { compareFunctions, fetchFunctions, INNGEST_FAULTS, type InngestFault, sendToInngest } from "./ask-inngest";
import { type Build, currentBuild, declare } from "./current-build";
import { checkAsked } from "./events";
import type { ConfiguredInngest } from "./keys";
import { lastRefusedCall } from "./refused-calls";
import { register } from "./register";

interface Pace {
  readonly checkMs: number;
  /** Until the next check while something is wrong. */
  readonly faultMs: number;
  readonly calledWithinMs: number;
  /** Between round trips once one has succeeded: each is a run that Inngest keeps. */
  readonly roundMs: number;
}

const PACE: Pace = { checkMs: 10_000, faultMs: 5_000, calledWithinMs: 15_000, roundMs: 300_000 };

/** A first silence is usual where nodes start: the balancer doesn't send them calls yet. */
const ROUNDS = 2;

/** A fault is told once so many checks in a row have found it. A wrong key is told at once. */
const TOLD_AFTER = 2;

export interface InngestWatchOptions {
  readonly configured: ConfiguredInngest;
  /** Whether this process answers Inngest's calls, and so registers the functions. */
  readonly isWorker: boolean;
  readonly build?: Build;
  readonly pace?: Pace;
}

/**
 * Keeps the configured Inngest running our functions: registers them when this build starts to work and whenever Inngest knows
 * others, unless a newer build runs, and checks that it accepts both keys and answers an event with a signed call. What is wrong
 * is on `/readyz` at once, and in the log and the metrics if it lasts.
 */
export class InngestWatch {
  readonly #configured: ConfiguredInngest;
  readonly #isWorker: boolean;
  readonly #build: Build;
  readonly #pace: Pace;
  #isStopped = false;
  #arrive: (hasCome: boolean) => void = () => undefined;
  #hasChecked = false;
  #hasRegistered = false;
  #isProved = false;
  #asked: InngestFault | null = null;
  #silence: InngestFault | null = null;
  #round: Promise<void> | null = null;
  #nextRoundAt = 0;
  #seen = 0;
  #lastKind: InngestFault["kind"] | undefined;
  #told: string | null | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ configured, isWorker, build = currentBuild(), pace = PACE }: InngestWatchOptions) {
    this.#configured = configured;
    this.#isWorker = isWorker;
    this.#build = build;
    this.#pace = pace;
  }

  start(): void {
    void this.#check();
  }

  stop(): void {
    this.#isStopped = true;
    this.#arrive(false);
    clearTimeout(this.#timer);
  }

  /**
   * Whether requests may come. A deploy with a wrong key stays unready. Once proved, an unavailable Inngest doesn't stop
   * payments, and neither does one that isn't up yet or doesn't know the app.
   */
  isReady(): boolean {
    return this.#isProved || (this.#hasChecked && this.#fault()?.kind !== "key");
  }

  sentence(): string | null {
    return this.#hasChecked ? (this.#fault()?.sentence ?? null) : "Inngest has not answered yet.";
  }

  #fault(): InngestFault | null {
    return this.#asked ?? this.#silence;
  }

  async #check(): Promise<void> {
    const before = this.#asked;
    const asked = await this.#ask().catch((error: unknown) => {
      // The database is away, which is told elsewhere, or closed by a stop.
      if (!this.#isStopped) getLogger().warn({ reason: String(error) }, "Inngest could not be asked");
      return before;
    });
    if (this.#isStopped) return;
    this.#asked = asked;
    if (before && !asked) this.#nextRoundAt = 0;
    // An event that nobody is known to take would only be lost.
    if (!asked && performance.now() >= this.#nextRoundAt) this.#round ??= this.#goRounds();
    // The first round waits for no call: it may need this process to be ready first.
    if (asked) this.#hasChecked = true;
    this.#tell();
    const { checkMs, faultMs } = this.#pace;
    this.#timer = setTimeout(() => void this.#check(), this.#fault() ? faultMs : checkMs).unref();
  }

  async #ask(): Promise<InngestFault | null> {
    if (this.#isWorker) await noteBuild(this.#build.name);
    const fault = await this.#compare();
    if (fault?.kind === "away" || fault?.kind === "key") return fault;
    if (!fault && (!this.#isWorker || this.#hasRegistered)) return null;
    // Whoever runs the newest build judges, and registers. Elsewhere Inngest is right to know other functions.
    if ((await findNewestBuild()) !== this.#build.name) return null;
    if (!this.#isWorker) return fault;
    this.#hasRegistered = (await register(this.#build, this.#configured)) === "registered";
    return await this.#compare();
  }

  async #compare(): Promise<InngestFault | null> {
    const answer = await fetchFunctions(this.#configured);
    if (answer === null || "kind" in answer) return answer;
    return compareFunctions(declare(this.#build, this.#configured.serveUrl), answer);
  }

  /** Logs each fault once, and its end. */
  #tell(): void {
    const fault = this.#fault();
    this.#seen = fault && fault.kind === this.#lastKind ? this.#seen + 1 : 1;
    this.#lastKind = fault?.kind;
    if (fault && fault.kind !== "key" && this.#seen < TOLD_AFTER) return;
    for (const kind of INNGEST_FAULTS) metrics().inngestFaults.set({ fault: kind }, fault?.kind === kind ? 1 : 0);
    if (!fault && !this.#isProved) return;
    const sentence = fault?.sentence ?? null;
    if (sentence === this.#told) return;
    this.#told = sentence;
    const { baseUrl = "Inngest Cloud" } = this.#configured;
    if (fault) getLogger().error({ inngest: baseUrl, reason: sentence }, "Inngest does not run the functions");
    else getLogger().info({ inngest: baseUrl }, "Inngest runs the functions");
  }

  async #goRounds(): Promise<void> {
    let fault: InngestFault | null = null;
    for (let round = 1; round <= ROUNDS && !this.#isStopped; round += 1) {
      fault = await this.#goRound();
      if (!fault || fault.kind === "key") break;
    }
    this.#round = null;
    if (this.#isStopped) return;
    this.#silence = fault;
    this.#isProved ||= fault === null;
    this.#nextRoundAt = fault ? 0 : performance.now() + this.#pace.roundMs;
    this.#tell();
  }

  async #goRound(): Promise<InngestFault | null> {
    const nonce = randomUUID();
    const startedAt = performance.now();
    const arrived = new Promise<boolean>((resolve) => {
      this.#arrive = resolve;
    });
    const stopListening = listenForRoundTrip(nonce, () => this.#arrive(true));
    try {
      const refused = await sendToInngest(checkAsked.create({ nonce }, { id: nonce }));
      this.#hasChecked = true;
      if (refused) return refused;
      const timer = setTimeout(() => this.#arrive(false), this.#pace.calledWithinMs).unref();
      const isBack = await arrived;
      clearTimeout(timer);
      return isBack ? null : silence(startedAt);
    } finally {
      stopListening();
    }
  }
}

function silence(since: number): InngestFault {
  const sentence =
    lastRefusedCall() > since
      ? "Calls arrive at /api/inngest that are not signed with INNGEST_SIGNING_KEY."
      : "Inngest took an event but called no function: it has to reach /api/inngest at INNGEST_SERVE_ORIGIN or PUBLIC_URL.";
  return { kind: "calls", sentence };
}
