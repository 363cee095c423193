import { DAY_MS } from "@/server/platform/clock";
import { digests, isEqualConstantTime, unnamed } from "@/server/platform/crypto";

const DIGITS = 8;

interface Login {
  readonly userId: string;
  readonly email: string;
}

/** Under each of the server's keys, the one for new codes first. Nothing of a code is stored: it is made again to compare. */
function codesOfDay({ userId, email }: Login, day: number): string[] {
  return digests("email-proof", userId, ":", email, ":", String(day)).map((digest) =>
    (BigInt(`0x${unnamed(digest)}`) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, "0"),
  );
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/** What an email says to who reads it: eight digits that prove so until the end of the next day. */
export function newEmailCode(login: Login, now: Date): string {
  const [code] = codesOfDay(login, dayOf(now));
  if (code === undefined) throw new Error("there is always a key");
  return code;
}

export function isEmailCode(login: Login, code: string, now: Date): boolean {
  const codes = [dayOf(now), dayOf(now) - 1].flatMap((day) => codesOfDay(login, day));
  return codes.some((one) => isEqualConstantTime(one, code));
}
