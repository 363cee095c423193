import { hmac } from "../hmac.ts";
import type { EventRecord } from "./follow.ts";

/** As long as the service waits. */
const TIMEOUT_MS = 10_000;

export interface Receiver {
  readonly url: string;
  readonly secret: string;
  /** The service’s short name in the names of headers. */
  readonly shortName: string;
}

/** The receiver’s status; null if it didn’t answer. */
export interface Delivered {
  readonly status: number | null;
  readonly isAccepted: boolean;
  readonly ms: number;
}

/**
 * Posts an event as the service does, with the same headers and both signatures. The delivery’s id is the event’s, so it is the same at
 * every attempt and replay.
 */
export async function deliver(
  event: Pick<EventRecord, "id" | "type" | "sequence" | "payload">,
  receiver: Receiver,
): Promise<Delivered> {
  const { url, secret, shortName } = receiver;
  const body = JSON.stringify(event.payload);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const own = `X-${shortName.toUpperCase()}`;
  const key = new Uint8Array(Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  const headers = {
    "Content-Type": "application/json",
    [`${own}-Signature`]: `sha256=${await hmac(secret, `${timestamp}.${body}`, "hex")}`,
    [`${own}-Timestamp`]: timestamp,
    [`${own}-Event`]: event.type,
    [`${own}-Delivery`]: event.id,
    [`${own}-Subscription`]: "listen",
    [`${own}-Sequence`]: String(event.sequence),
    "Idempotency-Key": `${event.type}-${event.id}`,
    "User-Agent": `${shortName.toLowerCase()}-network-webhooks/1.0`,
    "webhook-id": event.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${await hmac(key, `${event.id}.${timestamp}.${body}`, "base64")}`,
  };
  const began = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const status = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
    .then(async (response) => {
      await response.body?.cancel();
      return response.status;
    })
    .catch(() => null);
  const isAccepted = status !== null && status >= 200 && status < 300;
  return { status, isAccepted, ms: Math.round(performance.now() - began) };
}
