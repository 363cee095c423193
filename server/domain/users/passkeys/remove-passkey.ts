import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { endSessions } from "../end-sessions";
import { type OwnersProof, proveOwner } from "../leaving/prove-owner";
import { recordPasskeyChange } from "./record-change";

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
