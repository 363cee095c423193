import type { UserCaller } from "@/server/domain/caller";
import { digest, digests, isEqualConstantTime, randomHex } from "@/server/platform/crypto";

/** What a passkey is asked to sign for. To add one, it is this very session that was asked. */
export type Purpose = Pick<UserCaller, "userId" | "sessionId"> | "sign-in";

/** A person looks for their phone, and types its PIN. */
export const CHALLENGE_MS = 5 * 60_000;
/** The clocks of two servers differ by less. */
const AHEAD_MS = 60_000;
const NONCE_BYTES = 16;
const CHALLENGE = /^((\d{13})\.[0-9a-f]{32})\.((?:\d{1,4}~)?[0-9a-f]{64})$/;

const textOf = (purpose: Purpose) => (purpose === "sign-in" ? purpose : `add:${purpose.userId}:${purpose.sessionId}`);

/**
 * What a passkey signs: the time, random bytes, and an HMAC that ties them to the purpose. Nothing is stored until it is
 * answered, so that no stranger fills a table by asking.
 */
export function newChallenge(purpose: Purpose, now: Date): string {
  const text = `${now.getTime()}.${randomHex(NONCE_BYTES)}`;
  return `${text}.${digest("passkey-challenge", textOf(purpose), ":", text)}`;
}

/** When we made it, for that purpose and not long ago; null for anything else. `signed` is as the browser's answer has it. */
export function readChallenge(signed: string, purpose: Purpose, now: Date): Date | null {
  const [, text = "", madeAt = "", proof = ""] = CHALLENGE.exec(Buffer.from(signed, "base64url").toString()) ?? [];
  const isOurs = digests("passkey-challenge", textOf(purpose), ":", text).some((one) =>
    isEqualConstantTime(one, proof),
  );
  const age = now.getTime() - Number(madeAt);
  return isOurs && age >= -AHEAD_MS && age < CHALLENGE_MS ? new Date(Number(madeAt)) : null;
}
