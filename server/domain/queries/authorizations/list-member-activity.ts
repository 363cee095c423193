import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { join, type Sql, sql } from "@/server/db/sql";
import { type AuthorizationRow, IS_REFUNDABLE, isInState } from "@/server/domain/authorizations";
import type { MemberCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { isRecordId } from "@/server/platform/ids";
import type { AccountId, AuthorizationId, CardId } from "@/server/platform/noun-ids";

export interface MemberTransaction {
  readonly root: AuthorizationRow;
  readonly merchantName: string;
}

interface ActivityInput {
  readonly limit: number;
  /** A payment of the member. */
  readonly startingAfter: string | null;
  /** Payments by this code, agreement, or card only. A card's are searched among its account's payments. */
  readonly paymentCodeId?: string | null | undefined;
  readonly agreementId?: string | null | undefined;
  readonly cardId?: CardId | null | undefined;
  readonly account?: AccountId | null | undefined;
  readonly outcome?: "held" | "paid" | "declined" | "refunded" | null | undefined;
  /** Part of a merchant's name, an authorization's number, or a record id of a transaction or capture. */
  readonly search?: string | null | undefined;
}

interface ActivityPage {
  readonly items: readonly MemberTransaction[];
  readonly next: AuthorizationId | null;
  /** How far back the search got, if `next` only continues it. */
  readonly searchedBackTo: Date | null;
}

/** Transactions searched per page, so that none reads a history of years. */
const LOOK_BACK = 1_000;

/**
 * Payments and requests of the member's accounts, newest first. Each account is read by its own index and the results are
 * merged, so that a page costs the same however long the history is. A filter looks back a bounded number of rows; if those
 * don't fill a page, `next` continues from there.
 */
export async function listMemberActivity(caller: MemberCaller, input: ActivityInput): Promise<ActivityPage> {
  const { limit, startingAfter, account = null, cardId = null } = input;
  const filter = filterOf(input, caller.now);
  const depth = filter ? LOOK_BACK : limit + 1;
  const isOlder = sql`(created_at, id) < (SELECT c.created_at, c.id FROM authorizations c JOIN accounts o ON o.id = c.account_id
    WHERE c.id = ${startingAfter} AND o.member_id = ${caller.memberId})`;
  const rows = await query<AuthorizationRow & { merchantName: string; isMatch: boolean; isEnd: boolean }>(
    getPool(),
    sql`WITH looked_at AS (
        SELECT r.*, m.name AS merchant_name FROM accounts a
        CROSS JOIN LATERAL (
          SELECT id, created_at, merchant_id, merchant_name_raw FROM authorizations
          WHERE account_id = a.id AND parent_id IS NULL AND ${paidWith(input)} AND ${namedBy(input)}
            AND ${startingAfter === null ? sql`true` : isOlder}
          ORDER BY created_at DESC, id DESC LIMIT ${depth}
        ) r
        JOIN merchants m ON m.id = r.merchant_id
        WHERE a.member_id = ${caller.memberId} AND (${account}::text IS NULL OR a.id = ${account})
          AND (${cardId}::text IS NULL OR a.id = (SELECT account_id FROM cards WHERE id = ${cardId}))
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${depth}
      ), matches AS (
        SELECT l.id FROM looked_at l JOIN authorizations f ON f.id = l.id WHERE ${filter ?? sql`true`}
        ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit + 1}
      ), last_looked_at AS (
        SELECT id FROM looked_at ORDER BY created_at DESC, id DESC OFFSET ${depth - 1}
      )
      SELECT f.*, l.merchant_name, f.id IN (SELECT id FROM matches) AS is_match,
        f.id IN (SELECT id FROM last_looked_at) AS is_end
      FROM looked_at l JOIN authorizations f ON f.id = l.id
      WHERE l.id IN (SELECT id FROM matches UNION SELECT id FROM last_looked_at)
      ORDER BY f.created_at DESC, f.id DESC`,
  );
  const matches = rows.filter(({ isMatch }) => isMatch);
  const shown = matches.slice(0, limit);
  const items = shown.map(({ merchantName, isMatch: _match, isEnd: _end, ...root }) => ({ root, merchantName }));
  if (matches.length > limit) return { items, next: shown.at(-1)?.id ?? null, searchedBackTo: null };
  const end = filter ? rows.find(({ isEnd }) => isEnd) : undefined;
  return { items, next: end?.id ?? null, searchedBackTo: end?.createdAt ?? null };
}

/** There is no index by card, since every payment would have to write it. */
function paidWith({ paymentCodeId = null, agreementId = null }: ActivityInput): Sql {
  if (paymentCodeId !== null) return sql`payment_code_id = ${paymentCodeId}`;
  return agreementId !== null ? sql`agreement_id = ${agreementId}` : sql`true`;
}

/** The id of a transaction or one of its captures, found by its own index, however old. */
function namedBy({ search = null }: ActivityInput): Sql {
  if (search === null || !isRecordId(search)) return sql`true`;
  return sql`id IN (SELECT ${search} UNION SELECT root_id FROM captures WHERE id = ${search})`;
}

/** Condition on `authorizations f` and `looked_at l`; null shows everything. */
function filterOf({ outcome = null, search = null, cardId = null }: ActivityInput, now: Date): Sql | null {
  const parts: Sql[] = [];
  if (cardId !== null) parts.push(sql`f.card_id = ${cardId}`);
  if (outcome !== null) parts.push(cameTo(outcome, now));
  if (search !== null && !isRecordId(search)) {
    const isNamed = hasText(sql`coalesce(f.merchant_name_raw, l.merchant_name)`, search);
    parts.push(sql`(${isNamed} OR f.authorization_number = ${search})`);
  }
  return parts.length > 0 ? join(parts, " AND ") : null;
}

/** An overdue hold no longer counts, whether or not it has been swept. */
function cameTo(outcome: NonNullable<ActivityInput["outcome"]>, now: Date): Sql {
  switch (outcome) {
    case "held":
      return isInState("held", now);
    case "paid":
      return sql`f.outcome = 'approved' AND ${IS_REFUNDABLE}`;
    case "declined":
      return isInState("declined", now);
    case "refunded":
      return sql`f.outcome = 'approved' AND f.family_refunded_minor > 0`;
  }
}
