import { randomBytes } from "node:crypto";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { hashSecret, isRightPassword } from "@/server/platform/crypto";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { DomainError } from "../errors";
import { proveSecondFactor } from "./second-factor/prove-second-factor";
import { type Device, openSession } from "./session";

export interface SignInInput extends Device {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

let decoy: Promise<string> | undefined;

/**
 * Opens a session for the password's owner; null for everyone else, without a reason. An unknown email costs as many bcrypts as
 * a known one, so timing reveals nothing either. Only the password's owner learns that a code is missing
 * (`second_factor_required`), wrong (`second_factor_invalid`), or guessed too often (`rate_limit_exceeded`). Throws
 * UnavailableError if too many passwords are being checked.
 */
export async function signIn(
  caller: { readonly now: Date },
  { email, password, code, ...device }: SignInInput,
): Promise<{ readonly userId: RecordId; readonly sessionId: RecordId } | null> {
  const { now } = caller;
  const user = await getPrisma().user.findUnique({ where: { email: email.toLowerCase() } });
  decoy ??= hashSecret(randomBytes(16).toString("hex"), "password", "nobody");
  // Forget a failed attempt, or it would fail until the process ends.
  decoy.catch(() => {
    decoy = undefined;
  });
  const isRight = await isRightPassword(user?.id ?? "nobody", password, user?.passwordHash ?? (await decoy));
  if (!user || !isRight) return null;
  if (user.totpConfirmedAt) await requireSecondFactor(user.id, code, now);
  const { id: userId, passwordHash } = user;
  const totpConfirmedAt = user.totpConfirmedAt ? { not: null } : null;
  const sessionId = await inPrismaTransaction(async (db) => {
    // Comparing took a while: wait for concurrent changes of the login, and check that the proof is still valid.
    await lockRow(db, { table: "users", id: userId, strength: "SHARE" });
    const proved = await db.user.count({ where: { id: userId, passwordHash, totpConfirmedAt } });
    return proved > 0 ? openSession(db, { userId, now, ...device }) : null;
  });
  return sessionId && { userId: parseRecordId(userId), sessionId };
}

async function requireSecondFactor(userId: string, code: string | undefined, now: Date): Promise<void> {
  if (!code) throw new DomainError("second_factor_required", "Enter the code from your authenticator app.");
  if (await proveSecondFactor({ userId, code, now })) return;
  throw new DomainError("second_factor_invalid", "That code is wrong or has already been used.");
}
