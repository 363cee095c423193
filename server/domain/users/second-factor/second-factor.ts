import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { insertEmail, newEmail, type Words, words } from "../../emails";
import { DomainError, invalidField } from "../../errors";
import { requireProvedEmail } from "../email-proof/proved-email";
import { endSessions } from "../end-sessions";
import { requirePassword } from "../require-password";
import { proveSecondFactor } from "./prove-second-factor";
import { replaceRecoveryCodes } from "./recovery-codes";
import { removeSecondFactor } from "./remove-second-factor";
import { newTotp, stepOfCode } from "./totp";

/**
 * A secret for the user's authenticator, in place of any that was not confirmed. Nothing changes before it is confirmed.
 * Throws `not_permitted` for a shared login, an email that no one has proved, or where there is a second factor,
 * `validation_error` on `password`.
 */
export async function beginSecondFactor(
  caller: UserCaller,
  input: { readonly password: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  await requirePassword(caller, input.password);
  await requireProvedEmail(caller.userId);
  const { secret, uri, sealed } = newTotp(caller.email);
  const begun = await query(
    getPool(),
    sql`UPDATE users SET sealed_totp_secret = ${sealed}, totp_last_step = NULL
      WHERE id = ${caller.userId} AND totp_confirmed_at IS NULL AND email_proved_at IS NOT NULL AND NOT is_shared
      RETURNING id`,
  );
  if (begun.length === 0) throw new DomainError("not_permitted", "This login already has a second factor.");
  return { secret, uri };
}

/**
 * From now on signing in takes a code. Every other device is signed out. The recovery codes are returned this once.
 * Throws `validation_error` on `code`, `not_permitted` where nothing was begun.
 */
export async function confirmSecondFactor(
  caller: UserCaller,
  input: { readonly code: string },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { userId, now } = caller;
  const recoveryCodes = await runInTransaction(async (db) => {
    const [begun] = await query<{ sealed: string }>(
      db,
      sql`SELECT sealed_totp_secret AS sealed FROM users
        WHERE id = ${userId} AND sealed_totp_secret IS NOT NULL AND totp_confirmed_at IS NULL
          AND email_proved_at IS NOT NULL
        FOR NO KEY UPDATE`,
    );
    if (!begun) throw new DomainError("not_permitted", "Start the setup again.");
    const step = stepOfCode(begun.sealed, input.code, now);
    if (step === null) throw invalidField("code", "isn’t the code your app shows now");
    await query(db, sql`UPDATE users SET totp_confirmed_at = ${now}, totp_last_step = ${step} WHERE id = ${userId}`);
    await endSessions(caller, "others", db);
    await record(
      db,
      caller,
      "second_factor.enabled",
      words`Your login now has a second factor. You need a code to sign in.`,
    );
    return replaceRecoveryCodes(db, userId, now);
  });
  wake("emails");
  return { recoveryCodes };
}

/** Signing in takes the password alone again. Throws `validation_error` on `password` or `code`, `not_permitted`. */
export async function disableSecondFactor(
  caller: UserCaller,
  input: { readonly password: string; readonly code: string },
): Promise<void> {
  await requireBoth(caller, input);
  await runInTransaction(async (db) => {
    await removeSecondFactor(db, caller.userId);
    await record(db, caller, "second_factor.disabled", words`The second factor was removed from your login.`);
  });
  wake("emails");
}

/** Ten new recovery codes; the old ones end. Throws as above. */
export async function renewRecoveryCodes(
  caller: UserCaller,
  input: { readonly password: string; readonly code: string },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  await requireBoth(caller, input);
  const recoveryCodes = await runInTransaction(async (db) => {
    await record(
      db,
      caller,
      "second_factor.codes_renewed",
      words`Your login has new recovery codes. The old ones no longer work.`,
    );
    return replaceRecoveryCodes(db, caller.userId, caller.now);
  });
  wake("emails");
  return { recoveryCodes };
}

async function requireBoth(
  caller: UserCaller,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> {
  await requirePassword(caller, password);
  const isRight = await proveSecondFactor({ userId: caller.userId, code, now: caller.now });
  if (!isRight) throw invalidField("code", "is wrong or has already been used");
}

/** On record, and in an email: an owner who did not do it learns of it. */
async function record(db: Queryable, caller: UserCaller, action: string, sentence: Words): Promise<void> {
  await recordAudit(db, caller, { action, subject: { kind: "user", id: caller.userId } });
  const message = newEmail(caller.now, {
    recipient: caller.email,
    subject: words`Your Closed Loop login was changed`,
    paragraphs: [sentence, words`Not you? Change your password now. That signs out all other devices.`],
  });
  await query(db, insertEmail(message));
}
