import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";

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
