import { DAY_MS } from "@/server/platform/clock";
import { digests, isEqualConstantTime, unnamed } from "@/server/platform/crypto";

const DIGITS = 8;

interface Login {
  readonly userId: string;
  readonly email: string;
}

/** One per server key, the newest key's first. Codes are not stored but recomputed to compare. */
function codesOfDay({ userId, email }: Login, day: number): string[] {
  return digests("email-proof", userId, ":", email, ":", String(day)).map((digest) =>
    (BigInt(`0x${unnamed(digest)}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, "0"),
  );
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/** Eight digits that prove who reads the email, valid until the end of the next day. */
export function newEmailCode(login: Login, now: Date): string {
  const [code] = codesOfDay(login, dayOf(now));
  if (code === undefined) throw new Error("there is always a key");
  return code;
}

export function isEmailCode(login: Login, code: string, now: Date): boolean {
  const codes = [dayOf(now), dayOf(now) - 1].flatMap((day) => codesOfDay(login, day));
  return codes.some((one) => isEqualConstantTime(one, code));
}
