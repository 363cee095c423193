import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { insertEmail, newEmail, type Words, words } from "../../emails";
import { DomainError, invalidField } from "../../errors";
import { requireProvedEmail } from "../email-proof/email-proof";
import { requirePassword } from "../passwords";
import { endSessions } from "../sessions";
import { newTotp, proveSecondFactor, replaceRecoveryCodes, stepOfCode } from "./prove-second-factor";

/**
 * Makes an authenticator secret, replacing an unconfirmed one. Changes nothing until it is confirmed. Throws `not_permitted`
 * for a shared login, an unproved email, or an existing second factor, `validation_error` on `password`.
 */
export async function beginSecondFactor(
  caller: UserCaller,
  input: { readonly password: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  await requirePassword(caller, input.password);
  await requireProvedEmail(caller.userId);
  const { secret, uri, sealed } = newTotp(caller.email);
  const begun = await getPrisma().user.updateMany({
    where: { id: caller.userId, totpConfirmedAt: null, emailProvedAt: { not: null }, isShared: false },
    data: { sealedTotpSecret: sealed, totpLastStep: null },
  });
  if (begun.count === 0) throw new DomainError("not_permitted", "This login already has a second factor.");
  return { secret, uri };
}

/**
 * Signing in takes a code from now on. Signs out every other device. Recovery codes are returned only now. Throws
 * `validation_error` on `code`, `not_permitted` if nothing was begun.
 */
export async function confirmSecondFactor(
  caller: UserCaller,
  input: { readonly code: string },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { userId, now } = caller;
  const recoveryCodes = await inPrismaTransaction(async (db) => {
    await lockRow(db, { table: "users", id: userId });
    const begun = await db.user.findFirst({
      where: { id: userId, totpConfirmedAt: null, emailProvedAt: { not: null } },
      select: { sealedTotpSecret: true },
    });
    if (!begun?.sealedTotpSecret) throw new DomainError("not_permitted", "Start the setup again.");
    const step = stepOfCode(begun.sealedTotpSecret, input.code, now);
    if (step === null) throw invalidField("code", "isn’t the code your app shows now");
    await db.user.update({ where: { id: userId }, data: { totpConfirmedAt: now, totpLastStep: step } });
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

/** Throws `validation_error` on `password` or `code`, `not_permitted`. */
export async function disableSecondFactor(
  caller: UserCaller,
  input: { readonly password: string; readonly code: string },
): Promise<void> {
  await requireBoth(caller, input);
  await inPrismaTransaction(async (db) => {
    await removeSecondFactor(db, caller.userId);
    await record(db, caller, "second_factor.disabled", words`The second factor was removed from your login.`);
  });
  wake("emails");
}

/** Replaces all. Throws as `disableSecondFactor` does. */
export async function renewRecoveryCodes(
  caller: UserCaller,
  input: { readonly password: string; readonly code: string },
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  await requireBoth(caller, input);
  const recoveryCodes = await inPrismaTransaction(async (db) => {
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

/** Adds an audit record and an email, so that an owner who did not do it finds out. */
async function record(db: PrismaTransaction, caller: UserCaller, action: string, sentence: Words): Promise<void> {
  await recordAudit(db, caller, { action, subject: { kind: "user", id: caller.userId } });
  const message = newEmail(caller.now, {
    recipient: caller.email,
    subject: words`Your Closed Loop login was changed`,
    paragraphs: [sentence, words`Not you? Change your password now. That signs out all other devices.`],
  });
  await query(db, insertEmail(message));
}

/** Also deletes recovery codes. False if there was none, confirmed or begun. */
export async function removeSecondFactor(db: PrismaTransaction, userId: string): Promise<boolean> {
  const removed = await db.user.updateMany({
    where: { id: userId, sealedTotpSecret: { not: null } },
    data: { sealedTotpSecret: null, totpConfirmedAt: null, totpLastStep: null },
  });
  await db.recoveryCode.deleteMany({ where: { userId } });
  return removed.count > 0;
}
