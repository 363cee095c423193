/**
 * For receivers of webhooks: the rules of contract 6.3 in one file that can be copied. It needs Node's built-ins alone,
 * and works behind any HTTP server that can give it the raw body.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface ReceivedRequest {
  /** Names in lower case, as Node and fetch have them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came: a body that was parsed and written again has another signature. */
  readonly rawBody: Uint8Array;
}

/** A delivery that is genuine and new. */
export interface VerifiedDelivery {
  /** The same for every attempt to deliver it. */
  readonly id: string;
  /** `authorization.approved` and its like. */
  readonly event: string;
  readonly payload: unknown;
}

/**
 * Remembers deliveries, so that none is processed twice. With several processes it must be shared: a table with a
 * unique key does both. Deliveries come again for up to two days, and whenever someone retries one by hand.
 */
export interface DeliveryStore {
  /** True for the first caller with this id; everyone after it gets false. */
  claim(id: string): Promise<boolean>;
  /** Processing failed: the next attempt may claim it again. */
  release(id: string): Promise<void>;
}

export interface ReceiverOptions {
  /** `whsec_…`, as the creation or rotation answered. While rotating, the new one and the old. */
  readonly secrets: readonly string[];
  readonly store: DeliveryStore;
  /** Whatever you do with it. If it throws, the answer is 500 and the delivery comes again. */
  readonly process: (delivery: VerifiedDelivery) => Promise<void>;
  /** The service's short name in the header names. */
  readonly shortName?: string;
  readonly now?: () => Date;
}

export interface ReceiverAnswer {
  readonly status: 200 | 400 | 401 | 500;
  readonly reason: string;
}

const MAX_DRIFT_SECONDS = 300;
const PREFIX = "sha256=";

function answer(status: ReceiverAnswer["status"], reason: string): ReceiverAnswer {
  return { status, reason };
}

/** What to answer to a request: nothing is processed unless it is genuine, recent and new. */
export async function receiveWebhook(request: ReceivedRequest, options: ReceiverOptions): Promise<ReceiverAnswer> {
  const { secrets, store, process, shortName = "svc", now = () => new Date() } = options;
  const header = (name: string) => {
    const value = request.headers[`x-${shortName.toLowerCase()}-${name}`];
    return typeof value === "string" ? value : undefined;
  };
  const [timestamp, signature, id, event] = [
    header("timestamp"),
    header("signature"),
    header("delivery"),
    header("event"),
  ];
  if (!timestamp || !signature?.startsWith(PREFIX)) return answer(400, "not signed");
  const driftSeconds = Math.abs(Math.floor(now().getTime() / 1000) - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || driftSeconds > MAX_DRIFT_SECONDS) return answer(400, "too old or too new");
  const given = signature.slice(PREFIX.length);
  if (!secrets.some((secret) => isSignedWith(secret, timestamp, request.rawBody, given))) {
    return answer(401, "wrong signature");
  }
  if (!id || !event) return answer(400, "no delivery");
  const payload = parse(request.rawBody);
  if (payload === undefined) return answer(400, "not JSON");
  if (!(await store.claim(id))) return answer(200, "processed before");
  try {
    await process({ id, event, payload });
    return answer(200, "processed");
  } catch {
    await store.release(id);
    return answer(500, "processing failed");
  }
}

/** HMAC-SHA256 under the whole secret, over timestamp, a period and the raw body; compared in constant time. */
function isSignedWith(secret: string, timestamp: string, rawBody: Uint8Array, given: string): boolean {
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();
  const presented = Buffer.from(given, "hex");
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** For one process: forgets the oldest beyond `max`, and everything at its end. */
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
