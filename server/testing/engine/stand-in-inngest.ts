import { createHash, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { nextTime } from "@/server/inngest/local/cron-times";
import { operations } from "@/server/inngest/local/protocol";
import { signBody } from "@/server/inngest/local/signature";
import { now } from "@/server/platform/clock";
import { closeServer, listen } from "../listen";

export interface StandInSettings {
  eventKey: string;
  signingKey: string;
  /** No call of a function arrives anywhere. */
  isCutOff: boolean;
  /** Whether it lists an app's functions, as the self-hosted one does. */
  isListed: boolean;
  /** How long an event takes to become a call: 0.2 to 0.4 s on a busy machine. */
  delayMs?: number;
  /** Whether schedules run too. */
  hasSchedules?: boolean;
  /** Called for each registration that changes something. */
  onRegistered?: (registered: readonly RegisteredFunction[]) => void;
}

const Registration = z.object({
  url: z.string(),
  appName: z.string(),
  functions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      triggers: z.array(z.object({ event: z.string().optional(), cron: z.string().optional() })),
      steps: z.object({
        step: z.object({
          id: z.string(),
          name: z.string(),
          runtime: z.object({ url: z.string() }),
          retries: z.object({ attempts: z.number() }).optional(),
        }),
      }),
    }),
  ),
});

export type RegisteredFunction = z.infer<typeof Registration>["functions"][number];

const Events = z.array(z.looseObject({ name: z.string(), data: z.record(z.string(), z.unknown()) }));

const SCHEDULE_MS = 500;
/** As the real server has it. */
const DEFAULT_RETRIES = 4;

/** What the real server writes for a function that isn't archived. */
const NOT_ARCHIVED = "0001-01-01T00:00:00Z";

/**
 * Answers as a self-hosted Inngest of mid-2026 was seen to: it takes registrations as the SDK sends them, lists what is
 * registered for the hash of the signing key, and runs the functions of an event, step after step, by signed calls at the address
 * they were registered with. It forgets its runs when it ends, and cancels none.
 */
export class StandInInngest {
  /** How often the list of functions was asked for. */
  asked = 0;
  called = 0;
  registered: readonly RegisteredFunction[] = [];
  readonly #settings: StandInSettings;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #internalIds = new Map<string, string>();
  readonly #closed = new AbortController();
  baseUrl = "";

  constructor(settings: StandInSettings) {
    this.#settings = settings;
  }

  async start(): Promise<this> {
    this.baseUrl = `http://127.0.0.1:${await listen(this.#server)}/`;
    // One for each run that sleeps.
    setMaxListeners(0, this.#closed.signal);
    if (this.#settings.hasSchedules) void this.#runSchedules().catch(() => undefined);
    return this;
  }

  close(): Promise<void> {
    this.#closed.abort();
    return closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const say = (status: number, said: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    const { pathname } = new URL(request.url ?? "/", this.baseUrl);
    if (pathname.startsWith("/e/")) return await this.#takeEvents(pathname, body, say);
    if (request.headers.authorization !== `Bearer ${this.#hashedKey()}`) {
      return void response.writeHead(401).end("Authentication failed");
    }
    if (request.method === "POST" && pathname === "/fn/register") return say(200, this.#register(body));
    if (request.method !== "GET" || !this.#settings.isListed || pathname !== "/v1/apps/closed-loop/functions")
      return say(404, { error: "not found" });
    this.asked += 1;
    say(200, this.registered.length > 0 ? this.registered.map((one) => this.#describe(one)) : null);
  }

  #register(body: string) {
    const { functions } = Registration.parse(JSON.parse(body));
    const isModified = JSON.stringify(functions) !== JSON.stringify(this.registered);
    if (isModified) {
      this.registered = functions;
      this.#settings.onRegistered?.(functions);
    }
    return { ok: true, modified: isModified };
  }

  #describe({ id, name, triggers, steps: { step } }: RegisteredFunction) {
    const internalId = this.#internalIds.get(id) ?? randomUUID();
    this.#internalIds.set(id, internalId);
    const steps = [{ id: step.id, name: step.name, uri: step.runtime.url, retries: step.retries?.attempts }];
    return {
      internal_id: internalId,
      env_id: randomUUID(),
      app_id: randomUUID(),
      id,
      name,
      config: { id: internalId, fv: 0, name, slug: id, triggers, steps, driver: {} },
      created_at: now().toISOString(),
      archived_at: NOT_ARCHIVED,
    };
  }

  async #takeEvents(pathname: string, body: string, say: (status: number, said: unknown) => void): Promise<void> {
    if (pathname !== `/e/${this.#settings.eventKey}`) return say(401, { status: 401, error: "Event key not found" });
    const events = Events.parse(JSON.parse(body));
    say(200, { ids: events.map(() => "01JD0000000000000000000000"), status: 200 });
    await sleep(this.#settings.delayMs ?? 0);
    for (const event of events) {
      for (const one of this.registered) {
        if (one.triggers.some((trigger) => trigger.event === event.name)) void this.#run(one, event);
      }
    }
  }

  async #runSchedules(): Promise<void> {
    for (let last = now(); ; ) {
      await sleep(SCHEDULE_MS, undefined, { signal: this.#closed.signal });
      const at = now();
      for (const one of this.registered) {
        const isDue = one.triggers.some(({ cron }) => cron !== undefined && nextTime(cron, last) <= at);
        if (isDue) void this.#run(one, { name: "inngest/scheduled.timer", data: {} });
      }
      last = at;
    }
  }

  async #run(one: RegisteredFunction, event: object): Promise<void> {
    const { url } = one.steps.step.runtime;
    const attempts = 1 + (one.steps.step.retries?.attempts ?? DEFAULT_RETRIES);
    const steps: Record<string, unknown> = {};
    const id = randomUUID();
    try {
      for (let attempt = 0; attempt < attempts && !this.#settings.isCutOff; ) {
        const stack = { stack: Object.keys(steps), current: Object.keys(steps).length };
        const ctx = { run_id: id, attempt, max_attempts: attempts, stack };
        const answer = await this.#call(url, { version: 2, event, events: [event], steps, use_api: false, ctx });
        if (answer?.status === 200) return;
        const found = answer?.status === 206 ? operations.parse(await answer.json()) : [];
        if (found.some(({ op }) => op === "RunComplete")) return;
        if (found.length === 0 || found.some(({ op }) => op === "StepError")) {
          if (answer?.headers.get("x-inngest-no-retry") === "true") return;
          // Where no function answers, as during a restart, no attempt was made.
          if (answer?.headers.has("x-inngest-sdk")) attempt += 1;
          await this.#sleepUntil(answer?.headers.get("retry-after") ?? "1");
          continue;
        }
        for (const { id: step, op, name, data, error } of found) {
          if (op === "Sleep") await this.#sleepUntil(name);
          steps[step] = op === "StepFailed" ? { type: "error", error } : { type: "data", data: data ?? null };
        }
        attempt = 0;
      }
    } catch (error) {
      if (!this.#closed.signal.aborted) throw error;
    }
  }

  async #call(url: string, call: object): Promise<Response | null> {
    const signed = signBody(call, this.#settings.signingKey, now());
    const headers = { "content-type": "application/json", "x-inngest-signature": signed.signature };
    const answer = await fetch(url, { method: "POST", headers, body: signed.text }).catch(() => null);
    this.called += 1;
    return answer;
  }

  /** A moment, or a number of seconds. */
  async #sleepUntil(text: string): Promise<void> {
    const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now().getTime();
    await sleep(Math.max(0, ms), undefined, { signal: this.#closed.signal });
  }

  #hashedKey(): string {
    return createHash("sha256").update(Buffer.from(this.#settings.signingKey, "hex")).digest("hex");
  }
}
