import type { UserCaller } from "@/server/domain/caller";
import { digest, digests, isEqualConstantTime, randomHex } from "@/server/platform/crypto";
import { publicUrl } from "@/server/platform/env";

/** The host of PUBLIC_URL, never of a Host header. Browsers sign for no other page. */
export function relyingParty(): { readonly name: string; readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl("/"));
  return { name: "Closed Loop", id: hostname, origin };
}

/** Adding one is bound to the session that was asked. */
export type Purpose = Pick<UserCaller, "userId" | "sessionId"> | "sign-in";

/** Time to find a phone and type its PIN. */
export const CHALLENGE_MS = 5 * 60_000;
/** Tolerates differing server clocks. */
const AHEAD_MS = 60_000;
const NONCE_BYTES = 16;
const CHALLENGE = /^((\d{13})\.[0-9a-f]{32})\.((?:\d{1,4}~)?[0-9a-f]{64})$/;

const textOf = (purpose: Purpose) => (purpose === "sign-in" ? purpose : `add:${purpose.userId}:${purpose.sessionId}`);

/** Time, random bytes, and an HMAC over the purpose. Stores nothing before the answer, so strangers can't fill a table. */
export function newChallenge(purpose: Purpose, now: Date): string {
  const text = `${now.getTime()}.${randomHex(NONCE_BYTES)}`;
  return `${text}.${digest("passkey-challenge", textOf(purpose), ":", text)}`;
}

/** When we made it, if it is ours, for this purpose, and recent; else null. `signed` is as in the browser's answer. */
export function readChallenge(signed: string, purpose: Purpose, now: Date): Date | null {
  const [, text = "", madeAt = "", proof = ""] = CHALLENGE.exec(Buffer.from(signed, "base64url").toString()) ?? [];
  const isOurs = digests("passkey-challenge", textOf(purpose), ":", text).some((one) =>
    isEqualConstantTime(one, proof),
  );
  const age = now.getTime() - Number(madeAt);
  return isOurs && age >= -AHEAD_MS && age < CHALLENGE_MS ? new Date(Number(madeAt)) : null;
}
