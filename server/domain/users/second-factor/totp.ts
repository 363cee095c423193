import { Secret, TOTP } from "otpauth";
import { decryptText, encryptText } from "@/server/platform/crypto";

const ISSUER = "Closed Loop";
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Tolerates phone clocks that are off by one step. */
const STEPS_OFF = 1;

export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
  readonly sealed: string;
}

export function newTotp(email: string): TotpSetup {
  const secret = new Secret({ size: SECRET_BYTES });
  const totp = new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_S });
  return { secret: secret.base32, uri: totp.toString(), sealed: encryptText("second-factor", secret.base32) };
}

/** The 30-second step near `now` that the code belongs to; null if none. */
export function stepOfCode(sealed: string, code: string, now: Date): bigint | null {
  const totp = new TOTP({ secret: Secret.fromBase32(decryptText("second-factor", sealed)), period: PERIOD_S });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, window: STEPS_OFF, timestamp });
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD_S, timestamp }) + delta);
}
