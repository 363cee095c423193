import { randomBytes } from "node:crypto";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { hashSecret, isRightPassword } from "@/server/platform/secrets";
import { DomainError } from "../errors";
import { proveSecondFactor } from "./second-factor/prove-second-factor";
import { type Device, insertSession, newSession } from "./session";

export interface SignInInput extends Device {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where the login has one. */
  readonly code?: string | undefined;
}

let decoy: Promise<string> | undefined;

/**
 * Opens a session for the owner of the password; null for everyone else, without a word on what was wrong. An
 * unknown email costs as many bcrypts as a known one, so that its duration reveals nothing either.
 * Only the owner of the password learns that a code is missing (`second_factor_required`), wrong
 * (`second_factor_invalid`) or guessed too often (`rate_limit_exceeded`).
 * Throws UnavailableError when too many passwords are being checked.
 */
export async function signIn(
  caller: { readonly now: Date },
  { email, password, code, ...device }: SignInInput,
): Promise<{ readonly userId: RecordId; readonly sessionId: RecordId } | null> {
  const { now } = caller;
  const user = await getPrisma().user.findUnique({ where: { email: email.toLowerCase() } });
  decoy ??= hashSecret(randomBytes(16).toString("hex"), "password", "nobody");
  // Made again where there was no turn for it: what failed once must not fail for as long as the process lives.
  decoy.catch(() => {
    decoy = undefined;
  });
  const isRight = await isRightPassword(user?.id ?? "nobody", password, user?.passwordHash ?? (await decoy));
  if (!user || !isRight) return null;
  if (user.totpConfirmedAt) await requireSecondFactor(user.id, code, now);
  const session = newSession(now, device);
  // Comparing took a while. The lock waits for a change under way; what was proved must still be what the login asks for.
  const opened = await query(
    getPool(),
    sql`WITH proved AS (
        SELECT id FROM users WHERE id = ${user.id} AND password_hash = ${user.passwordHash}
          AND (totp_confirmed_at IS NOT NULL) = ${user.totpConfirmedAt !== null} FOR SHARE
      )
      ${insertSession(session)}`,
  );
  return opened.length > 0 ? { userId: parseRecordId(user.id), sessionId: session.id } : null;
}

async function requireSecondFactor(userId: string, code: string | undefined, now: Date): Promise<void> {
  if (!code) throw new DomainError("second_factor_required", "Enter the code from your authenticator app.");
  if (await proveSecondFactor({ userId, code, now })) return;
  throw new DomainError("second_factor_invalid", "That code is wrong or has already been used.");
}
