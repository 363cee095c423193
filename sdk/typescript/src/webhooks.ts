import { ClosedLoopError } from "./errors.ts";
import type { components } from "./generated/api.ts";
import { hmac } from "./hmac.ts";

/** Every event, told apart by `event`. Types that are added later arrive too, so a `switch` needs a default. */
export type WebhookEvent = components["schemas"]["WebhookPayload"];

/** Of Fetch or of Node, with names of any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old the delivery’s timestamp may be, in seconds. 300 by default. */
  readonly toleranceSeconds?: number;
}

export interface VerifiedWebhook {
  readonly event: WebhookEvent;
  /** The same at every attempt: what was handled once under it needs no second time. */
  readonly deliveryId: string;
}

/** The delivery isn’t from the service, or is too old. Answer with 400, and do nothing. */
export class WebhookVerificationError extends ClosedLoopError {
  override readonly name = "WebhookVerificationError";
}

const SECRET = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * Checks a delivery and reads its event. `body` is the body as it came, byte for byte: a parsed and rewritten one fails. Takes
 * `webhook-signature`, which covers the delivery’s id too; during a rotation either secret.
 *
 * @throws {WebhookVerificationError}
 * @throws {ClosedLoopError} if the secret isn’t one.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const key = keyOf(secret);
  const read = (name: string) => readHeader(headers, name) ?? "";
  const [deliveryId, timestamp] = [read("webhook-id"), read("webhook-timestamp")];
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp || Number.NaN));
  if (!(age <= toleranceSeconds))
    throw new WebhookVerificationError("The delivery has no timestamp of the last minutes.");
  const expected = `v1,${await hmac(key, `${deliveryId}.${timestamp}.${body}`, "base64")}`;
  const signatures = read("webhook-signature").split(" ");
  if (!signatures.some((one) => isEqual(one, expected)))
    throw new WebhookVerificationError("The signature doesn’t match the body and the secret.");
  return { event: JSON.parse(body) as WebhookEvent, deliveryId };
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (encoded === undefined)
    throw new ClosedLoopError("The webhook’s secret must be whsec_ and base64, as it was shown when it was made.");
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof found === "string" ? found : found?.[0]) ?? null;
}

/** In time that doesn’t depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < other.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}

/**
 * Remembers the newest deliveries of this process, so that a repeated attempt is handled once. Several processes, or one that
 * restarts, keep the delivery’s id in their database instead, in the transaction that handles it.
 */
export class RecentDeliveries {
  readonly #seen = new Set<string>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** True the first time. */
  isNew(deliveryId: string): boolean {
    if (this.#seen.has(deliveryId)) return false;
    this.#seen.add(deliveryId);
    const [oldest] = this.#seen;
    if (this.#seen.size > this.#most && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }

  /** After its handling failed, so that the next attempt counts as the first. */
  forget(deliveryId: string): void {
    this.#seen.delete(deliveryId);
  }
}
