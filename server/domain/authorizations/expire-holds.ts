import { runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { releaseHold } from "../ledger";
import { getFamilyOfRoot } from "./family";
import { holdLeft, ownFigures } from "./figures";
import { moveFamily, totalOf } from "./move-family";

const BATCH = 200;

/** Roots with hold left; the columns are those of the partial indexes made for this. */
const OPEN_HOLD = sql`parent_id IS NULL AND outcome = 'approved'
  AND family_amount_minor > family_captured_minor + family_voided_minor + family_expired_minor`;

/**
 * Gives back what is held beyond its time: up to 200 families, all of them or one account's. Fires no event (spec 6.1
 * has none). Safe to run at any time and by several at once: each family is guarded by its root's version.
 *
 * Accounts: members (held down). Invariant: what expires was still held. A repeat finds nothing left to do.
 * Returns how many families were expired; a full batch means that there may be more.
 */
export async function expireHolds(input: { readonly now: Date; readonly accountId?: string }): Promise<number> {
  const ofAccount = input.accountId ? sql`AND account_id = ${input.accountId}` : sql``;
  const overdue = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM authorizations WHERE ${OPEN_HOLD} AND expires_at <= ${input.now} ${ofAccount}
      ORDER BY expires_at LIMIT ${BATCH}`,
  );
  let expired = 0;
  for (const { id } of overdue) expired += (await expireHold(id, input.now)) ? 1 : 0;
  return expired;
}

async function expireHold(rootId: string, now: Date): Promise<boolean> {
  return runGuarded(async (attempt) => {
    const { root, members } = await getFamilyOfRoot(attempt, rootId);
    if (!root.expiresAt || now < root.expiresAt) return false;
    const moves = members
      .map((member) => ({ authorizationId: member.id, expiredMinor: holdLeft(ownFigures(member)) }))
      .filter((move) => move.expiredMinor > 0n);
    if (moves.length === 0) return false;
    const amountMinor = totalOf(moves, "expiredMinor");
    const [result] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH ${moveFamily(root, moves, now)},
        ${releaseHold({ accountId: root.accountId, amountMinor }, "root")}
        SELECT EXISTS (SELECT 1 FROM account) AS is_written,
          require_guard((SELECT count(*) FROM root) = (SELECT count(*) FROM account)) AS is_whole`,
    );
    return result?.isWritten ? true : STALE;
  });
}
