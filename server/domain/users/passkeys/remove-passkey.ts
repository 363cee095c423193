import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { endSessions } from "../end-sessions";
import { type OwnersProof, proveOwner } from "../leaving/prove-owner";
import { recordPasskeyChange } from "./record-change";

/**
 * The passkey signs in no more, and every other device is signed out: whoever has it may be signed in with it. Its owner gets
 * an email. Throws `validation_error` on `password` or `code`, `rate_limit_exceeded`, `not_permitted` for a shared login,
 * `not_found` for one that is not there, or not theirs, or removed before.
 */
export async function removePasskey(
  caller: UserCaller,
  { id, ...proof }: { readonly id: string } & OwnersProof,
): Promise<void> {
  await proveOwner(caller, proof);
  await runInTransaction(async (db) => {
    // Locked before its passkeys, as a sign-in does.
    await query(db, sql`SELECT id FROM users WHERE id = ${caller.userId} FOR NO KEY UPDATE`);
    const [removed] = await query<{ name: string }>(
      db,
      sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${caller.userId} RETURNING name`,
    );
    if (!removed) throw new DomainError("not_found", "You have no such passkey.");
    await endSessions(caller, "others", db);
    await recordPasskeyChange(db, caller, { action: "passkey.removed", id, name: removed.name });
  });
  wake("emails");
}

/** All of a login whose owner has lost it, or leaves. */
export async function removePasskeys(db: Queryable, userId: string): Promise<void> {
  await query(db, sql`DELETE FROM passkeys WHERE user_id = ${userId}`);
}
