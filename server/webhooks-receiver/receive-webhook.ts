/**
 * For webhook receivers: the rules of contract 6.3 in one file to copy. Needs only Node's built-ins, and works with any HTTP
 * server that provides the raw body.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface ReceivedRequest {
  /** Lower-case names, as in Node and fetch. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's exact bytes: a body that was parsed and serialized again has another signature. */
  readonly rawBody: Uint8Array;
}

export interface VerifiedDelivery {
  /** The same for every attempt, and signed. */
  readonly id: string;
  readonly event: string;
  readonly payload: unknown;
}

/**
 * Remembers deliveries, so that none is processed twice. Several processes must share it, for example as a table with a unique
 * key. Deliveries may be repeated for up to two days, and whenever someone retries one by hand.
 */
export interface DeliveryStore {
  /** True for the first caller with this id, false for all later ones. */
  claim(id: string): Promise<boolean>;
  /** Processing failed, so the next attempt may claim it again. */
  release(id: string): Promise<void>;
}

export interface ReceiverOptions {
  /** `whsec_…`, as returned when created or rotated. During a rotation, both the new and the old one. */
  readonly secrets: readonly string[];
  readonly store: DeliveryStore;
  /** Handles the delivery. If it throws, the response is 500 and the delivery is repeated. */
  readonly process: (delivery: VerifiedDelivery) => Promise<void>;
  readonly shortName?: string;
  readonly now?: () => Date;
}

export interface ReceiverAnswer {
  readonly status: 200 | 400 | 401 | 500;
  readonly reason: string;
}

const MAX_DRIFT_SECONDS = 300;
const PREFIX = "sha256=";
const SECRET = /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/;

function answer(status: ReceiverAnswer["status"], reason: string): ReceiverAnswer {
  return { status, reason };
}

/**
 * Returns the response for a request. Processes it only if it is genuine, recent, and new. The service's own signature leaves out the
 * delivery's id, so that of Standard Webhooks, which covers it, must be right too. Throws if a secret isn't one.
 */
export async function receiveWebhook(request: ReceivedRequest, options: ReceiverOptions): Promise<ReceiverAnswer> {
  const { secrets, store, process, shortName = "svc", now = () => new Date() } = options;
  if (!secrets.every((secret) => SECRET.test(secret))) throw new Error("A secret must be whsec_ and base64.");
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const own = `x-${shortName.toLowerCase()}`;
  const [timestamp, signature] = [header(`${own}-timestamp`), header(`${own}-signature`)];
  const [id, standard] = [header("webhook-id"), header("webhook-signature")];
  if (!timestamp || !signature?.startsWith(PREFIX) || !id || !standard) return answer(400, "not signed");
  const driftSeconds = Math.abs(Math.floor(now().getTime() / 1000) - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || driftSeconds > MAX_DRIFT_SECONDS) return answer(400, "too old or too new");
  const isSigned = (key: string | Buffer, start: string, given: Buffer) =>
    isEqual(createHmac("sha256", key).update(start).update(request.rawBody).digest(), given);
  const given = Buffer.from(signature.slice(PREFIX.length), "hex");
  const standards = standard.split(" ").map((one) => Buffer.from(one.replace(/^v1,/, ""), "base64"));
  const isGenuine =
    secrets.some((secret) => isSigned(secret, `${timestamp}.`, given)) &&
    secrets.some((secret) => {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      return standards.some((one) => isSigned(key, `${id}.${timestamp}.`, one));
    });
  if (!isGenuine) return answer(401, "wrong signature");
  const payload = parse(request.rawBody);
  if (typeof payload?.event !== "string") return answer(400, "not an event");
  if (!(await store.claim(id))) return answer(200, "processed before");
  try {
    await process({ id, event: payload.event, payload });
    return answer(200, "processed");
  } catch {
    await store.release(id);
    return answer(500, "processing failed");
  }
}

/** In constant time. */
function isEqual(expected: Buffer, given: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parse(rawBody: Uint8Array): { readonly event?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(rawBody).toString("utf8"));
  } catch {
    return null;
  }
}

/** For a single process: forgets the oldest beyond `max`, and everything when it ends. */
export function memoryStore(max = 100_000): DeliveryStore {
  const seen = new Set<string>();
  return {
    claim: async (id) => {
      if (seen.has(id)) return false;
      const [oldest] = seen;
      if (seen.size >= max && oldest !== undefined) seen.delete(oldest);
      seen.add(id);
      return true;
    },
    release: async (id) => {
      seen.delete(id);
    },
  };
}
