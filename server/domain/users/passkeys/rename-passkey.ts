import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";

/**
 * What its owner calls it. It opens as much as before, so no proof is asked for. Done twice it is done once. Throws
 * `not_found` for one that is not there, or not theirs, or removed before.
 */
export async function renamePasskey(
  caller: UserCaller,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await runInTransaction(async (db) => {
    const [renamed] = await query<{ before: string }>(
      db,
      sql`UPDATE passkeys p SET name = ${name} FROM passkeys before
        WHERE p.id = ${id} AND p.user_id = ${caller.userId} AND before.id = p.id RETURNING before.name AS before`,
    );
    if (!renamed) throw new DomainError("not_found", "You have no such passkey.");
    if (renamed.before === name) return;
    await recordAudit(db, caller, { action: "passkey.renamed", subject: { kind: "passkey", id } });
  });
}
