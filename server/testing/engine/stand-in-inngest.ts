import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
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

const Events = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }));

/** What the real server writes for a function that isn't archived. */
const NOT_ARCHIVED = "0001-01-01T00:00:00Z";

/**
 * Answers as a self-hosted Inngest of mid-2026 was seen to: it takes registrations as the SDK sends them, lists what is
 * registered for the hash of the signing key, and begins the functions of an event by a signed call of their first step at the
 * address they were registered with. It runs nothing further.
 */
export class StandInInngest {
  /** How often the list of functions was asked for. */
  asked = 0;
  called = 0;
  registered: readonly RegisteredFunction[] = [];
  readonly #settings: StandInSettings;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #internalIds = new Map<string, string>();
  baseUrl = "";

  constructor(settings: StandInSettings) {
    this.#settings = settings;
  }

  async start(): Promise<this> {
    this.baseUrl = `http://127.0.0.1:${await listen(this.#server)}/`;
    return this;
  }

  close(): Promise<void> {
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
      ...{ internal_id: internalId, env_id: randomUUID(), app_id: randomUUID() },
      ...{ id, name, config: { id: internalId, fv: 0, name, slug: id, triggers, steps, driver: {} } },
      ...{ created_at: now().toISOString(), archived_at: NOT_ARCHIVED },
    };
  }

  async #takeEvents(pathname: string, body: string, say: (status: number, said: unknown) => void): Promise<void> {
    if (pathname !== `/e/${this.#settings.eventKey}`) return say(401, { status: 401, error: "Event key not found" });
    const events = Events.parse(JSON.parse(body));
    say(200, { ids: events.map(() => "01JD0000000000000000000000"), status: 200 });
    for (const event of events) {
      const begun = this.registered.filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name));
      for (const { steps } of begun) await this.#call(steps.step.runtime.url, event);
    }
  }

  async #call(url: string, event: object): Promise<void> {
    if (this.#settings.isCutOff) return;
    const ctx = { run_id: "01JD0000000000000000000001", attempt: 0, stack: { stack: [], current: 0 } };
    const call = { version: 2, event, events: [event], steps: {}, use_api: false, ctx };
    const signed = signBody(call, this.#settings.signingKey, now());
    const headers = { "content-type": "application/json", "x-inngest-signature": signed.signature };
    await fetch(url, { method: "POST", headers, body: signed.text }).catch(() => undefined);
    this.called += 1;
  }

  #hashedKey(): string {
    return createHash("sha256").update(Buffer.from(this.#settings.signingKey, "hex")).digest("hex");
  }
}
