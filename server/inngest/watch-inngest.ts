import { randomUUID } from "node:crypto";
import { listenForRoundTrip } from "@/server/domain/health";
import { getLogger } from "@/server/platform/logger";
import { askForFunctions, type InngestFault, sendToInngest } from "./ask-inngest";
import { checkAsked } from "./events";
import type { ConfiguredInngest } from "./keys";
import { lastRefusedCall } from "./refused-calls";

interface Pace {
  readonly calledWithinMs: number;
  readonly untilProvedMs: number;
  readonly onceProvedMs: number;
}

const PACE: Pace = { calledWithinMs: 15_000, untilProvedMs: 15_000, onceProvedMs: 300_000 };

/**
 * Checks from the start that the configured Inngest runs our functions: it accepts both keys, knows the functions, and answers
 * an event with a signed call. Logs each problem once.
 */
export class InngestWatch {
  readonly #configured: ConfiguredInngest;
  readonly #pace: Pace;
  #isStopped = false;
  #arrive: (hasCome: boolean) => void = () => undefined;
  #fault: InngestFault | null | undefined;
  #isProved = false;
  #said: string | null | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(configured: ConfiguredInngest, pace: Pace = PACE) {
    this.#configured = configured;
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
    return this.#isProved || (this.#fault !== undefined && !this.#fault?.isWrongKey);
  }

  sentence(): string | null {
    return this.#fault === undefined ? "Inngest has not answered yet." : (this.#fault?.sentence ?? null);
  }

  async #check(): Promise<void> {
    const known = await askForFunctions(this.#configured);
    const round = known?.isWrongKey ? null : await this.#goRound();
    // If no function got the event, Inngest's list of functions explains it best. A wrong key takes precedence.
    const fault = round?.isWrongKey ? round : (known ?? round);
    if (this.#isStopped) return;
    this.#note(fault);
    if (!fault) this.#isProved = true;
    const { untilProvedMs, onceProvedMs } = this.#pace;
    this.#timer = setTimeout(() => void this.#check(), fault ? untilProvedMs : onceProvedMs).unref();
  }

  #note(fault: InngestFault | null): void {
    const sentence = fault?.sentence ?? null;
    this.#fault = fault;
    if (sentence === this.#said) return;
    this.#said = sentence;
    const { baseUrl = "Inngest Cloud" } = this.#configured;
    if (fault) getLogger().error({ inngest: baseUrl, reason: sentence }, "Inngest does not run the functions");
    else getLogger().info({ inngest: baseUrl }, "Inngest runs the functions");
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
      if (refused) return refused;
      // The keys were accepted. The call may need this process to be ready first.
      this.#fault ??= null;
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
      : "Inngest took an event but called no function: it has to reach /api/inngest at the address it was registered with.";
  return { sentence, isWrongKey: false };
}
