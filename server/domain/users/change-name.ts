import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { recordAudit } from "../audit";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";

/** Null removes it. The audit log doesn't contain it. Throws `not_permitted` for a shared login. */
export async function changeName(caller: UserCaller, input: { readonly name: string | null }): Promise<void> {
  const { userId } = caller;
  const { name } = input;
  await inPrismaTransaction(async (db) => {
    await lockRow(db, { table: "users", id: userId });
    const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { isShared: true, name: true } });
    if (user.isShared) throw new DomainError("not_permitted", "This demo login is shared. Its name can’t be changed.");
    if (user.name === name) return;
    await db.user.update({ where: { id: userId }, data: { name } });
    await recordAudit(db, caller, { action: "user.renamed", subject: { kind: "user", id: userId } });
  });
}
