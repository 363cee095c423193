import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { type Queryable, query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { insertEmail, linkTo, newEmail, words } from "../../emails";
import { DomainError } from "../../errors";
import { type OwnersProof, proveOwner } from "../passwords";
import { endSessions } from "../sessions";

interface PasskeyChange {
  readonly action: "passkey.added" | "passkey.removed";
  readonly id: string;
  readonly name: string;
}

/** Adds an audit record and an email, so that an owner who did not do it finds out and can react. */
export async function recordPasskeyChange(db: Queryable, caller: UserCaller, change: PasskeyChange): Promise<void> {
  const { action, id, name } = change;
  await recordAudit(db, caller, { action, subject: { kind: "passkey", id } });
  const isAdded = action === "passkey.added";
  const message = newEmail(caller.now, {
    recipient: caller.email,
    subject: isAdded
      ? words`A passkey was added to your Closed Loop login`
      : words`A passkey was removed from your Closed Loop login`,
    paragraphs: [
      isAdded
        ? words`The passkey ${name} now signs in to your login, without your password.`
        : words`The passkey ${name} no longer signs in to your login. All other devices were signed out.`,
      words`Not you? Reset your password now. That signs out every device and removes every passkey:`,
      linkTo("/forgot"),
    ],
  });
  await query(db, insertEmail(message));
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Synced by a provider, so that losing the device doesn't lose it. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** In the order added. */
export async function listPasskeys({ userId }: UserCaller): Promise<Passkey[]> {
  return getPrisma().passkey.findMany({
    where: { userId },
    select: { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: "asc" },
  });
}

/** Gives no new access, so it needs no proof. Idempotent. Throws `not_found` for a missing passkey or another user's. */
export async function renamePasskey(
  caller: UserCaller,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const passkey = await db.passkey.findFirst({ where: { id, userId: caller.userId }, select: { name: true } });
    if (!passkey) throw new DomainError("not_found", "You have no such passkey.");
    if (passkey.name === name) return;
    await db.passkey.update({ where: { id }, data: { name } });
    await recordAudit(db, caller, { action: "passkey.renamed", subject: { kind: "passkey", id } });
  });
}

/**
 * Also signs out every other device, since its holder may be signed in. The owner gets an email. Throws `validation_error` on
 * `password` or `code`, `rate_limit_exceeded`, `not_permitted` for a shared login, `not_found` for a missing passkey or another
 * user's.
 */
export async function removePasskey(
  caller: UserCaller,
  { id, ...proof }: { readonly id: string } & OwnersProof,
): Promise<void> {
  await proveOwner(caller, proof);
  await inPrismaTransaction(async (db) => {
    // Locks the login before its passkeys, as a sign-in does.
    await lockRow(db, { table: "users", id: caller.userId });
    const passkey = await db.passkey.findFirst({ where: { id, userId: caller.userId } });
    if (!passkey) throw new DomainError("not_found", "You have no such passkey.");
    await db.passkey.delete({ where: { id } });
    await endSessions(caller, "others", db);
    await recordPasskeyChange(db, caller, { action: "passkey.removed", id, name: passkey.name });
  });
  wake("emails");
}

export async function removePasskeys(db: PrismaTransaction, userId: string): Promise<void> {
  await db.passkey.deleteMany({ where: { userId } });
}
