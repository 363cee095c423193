import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { hashSecret, isRightPassword } from "@/server/platform/crypto";
import { recordAudit } from "../audit";
import type { OperatorCaller, UserCaller } from "../caller";
import { insertEmail, linkTo, newEmail, words } from "../emails";
import { DomainError, invalidField } from "../errors";
import { proveSecondFactor } from "./second-factor/prove-second-factor";
import { endSessions } from "./sessions";

/** Protects against borrowed sessions. Throws `not_permitted` for a shared login, `validation_error` on `password`. */
export async function requirePassword(caller: UserCaller | OperatorCaller, password: string): Promise<void> {
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: caller.userId } });
  if (user.isShared) throw new DomainError("not_permitted", "This demo login is shared and can’t be changed.");
  const isRight = await isRightPassword(user.id, password, user.passwordHash);
  if (!isRight) throw invalidField("password", "is not your password");
}

/** Signs out every other device. Throws `not_permitted` for a shared login, `validation_error` on `current` if it is wrong. */
export async function changePassword(
  caller: UserCaller,
  input: { readonly current: string; readonly next: string },
): Promise<{ readonly endedSessions: number }> {
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: caller.userId } });
  if (user.isShared)
    throw new DomainError("not_permitted", "This demo login is shared. Its password can’t be changed.");
  const isRight = await isRightPassword(user.id, input.current, user.passwordHash);
  if (!isRight) throw invalidField("current", "is not your password");
  const passwordHash = await hashSecret(input.next, "password", user.id);
  const { userId, now } = caller;
  const done = await inPrismaTransaction(async (db) => {
    const changed = await db.user.updateMany({
      where: { id: userId, passwordHash: user.passwordHash },
      data: { passwordHash },
    });
    if (changed.count === 0) throw invalidField("current", "is not your password any more");
    // The holder of an earlier link may be the person this change is meant to lock out.
    await db.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    await recordAudit(db, caller, { action: "password.changed", subject: { kind: "user", id: userId } });
    const message = newEmail(now, {
      recipient: caller.email,
      subject: words`Your Closed Loop password was changed`,
      paragraphs: [
        words`Your password was changed from a signed-in device. All other devices were signed out.`,
        words`Not you? Reset your password now:`,
        linkTo("/forgot"),
      ],
    });
    await query(db, insertEmail(message));
    return { endedSessions: await endSessions(caller, "others", db) };
  });
  wake("emails");
  return done;
}

export interface OwnersProof {
  readonly password: string;
  readonly code: string | null;
}

/** Throws `not_permitted` for a shared login, `validation_error` on `password` or `code`, `rate_limit_exceeded`. */
export async function proveOwner(caller: UserCaller | OperatorCaller, proof: OwnersProof): Promise<void> {
  await requirePassword(caller, proof.password);
  const { userId, now } = caller;
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: userId }, select: { totpConfirmedAt: true } });
  if (user.totpConfirmedAt === null) return;
  const isRight = proof.code !== null && (await proveSecondFactor({ userId, code: proof.code, now }));
  if (!isRight) throw invalidField("code", "is wrong or has already been used");
}
