import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { MemberCaller } from "../caller";
import { type CardRow, cardNotFound, type MemberCard, toMemberCard } from "./member-card";

const MAX_CARDS = 100;

/** Usable ones first, then oldest first. */
export async function listCards(caller: MemberCaller): Promise<MemberCard[]> {
  const rows = await selectCards(
    getPool(),
    sql`c.member_id = ${caller.memberId} ORDER BY c.status = 'closed', c.created_at, c.id LIMIT ${MAX_CARDS}`,
  );
  return rows.map((row) => toMemberCard(row, caller.now));
}

/** Throws `card_not_found`, also for another member's. */
export async function getCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return toMemberCard(await readCard(caller, input, { db: getPool(), isLocking: false }), caller.now);
}

export async function readCard(
  caller: MemberCaller,
  input: { readonly id: string },
  { db, isLocking }: Attempt,
): Promise<CardRow> {
  if (!isRecordId(input.id)) throw cardNotFound();
  const [row] = await selectCards(
    db,
    sql`c.id = ${input.id} AND c.member_id = ${caller.memberId} ${isLocking ? sql`FOR NO KEY UPDATE OF c` : sql``}`,
  );
  if (!row) throw cardNotFound();
  return row;
}

function selectCards(db: Queryable, where: Sql): Promise<CardRow[]> {
  return query<CardRow>(
    db,
    sql`SELECT c.id, c.account_id, a.currency, c.status, c.member_frozen_at, c.expires_on, c.per_transaction_limit_minor,
        c.daily_amount_limit_minor, c.daily_count_limit, c.member_per_transaction_limit_minor,
        c.member_daily_amount_limit_minor, c.member_daily_count_limit, c.member_name, c.tint, c.usage_day, c.usage_amount_minor, c.usage_count,
        c.rules_version, c.created_at
      FROM cards c JOIN accounts a ON a.id = c.account_id WHERE ${where}`,
  );
}
