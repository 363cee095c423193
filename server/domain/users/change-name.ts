import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../audit";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";

/**
 * What the person is called from now on, beside the email that says who they are; null: by the email alone. The same again
 * changes nothing. The audit log has that it was changed, and no name. Throws `not_permitted` for a shared login.
 */
export async function changeName(caller: UserCaller, input: { readonly name: string | null }): Promise<void> {
  const { userId } = caller;
  const { name } = input;
  await runInTransaction(async (db) => {
    const [user] = await query<{ isShared: boolean; name: string | null }>(
      db,
      sql`SELECT is_shared, name FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
    );
    if (!user) throw new Error("a signed-in user’s own row is gone");
    if (user.isShared) throw new DomainError("not_permitted", "This demo login is shared. Its name can’t be changed.");
    if (user.name === name) return;
    await query(db, sql`UPDATE users SET name = ${name} WHERE id = ${userId}`);
    await recordAudit(db, caller, { action: "user.renamed", subject: { kind: "user", id: userId } });
  });
}
