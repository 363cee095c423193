import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type AuthorizationRow, rescueUntil, selectPaidByAnother } from "@/server/domain/authorizations";
import type { MemberCaller } from "@/server/domain/caller";
import { listAccounts, type MemberAccount } from "@/server/domain/members";

export interface Rescue {
  readonly declined: AuthorizationRow;
  readonly merchantName: string;
  /** Deadline of the merchant's next try. */
  readonly until: Date;
  readonly allowed: Pick<NewRow<"rescues">, "accountId" | "usedById"> | null;
  /** The payment of the same order, if the member rescued another try of it. */
  readonly paidById: AuthorizationRow["id"] | null;
  /** The card's rules have changed since, which ended the rescue. */
  readonly isEnded: boolean;
  /** By the member's own freeze. */
  readonly isFrozen: boolean;
  readonly accounts: readonly MemberAccount[];
}

/** Per account; more declines in so short a time are retries. */
const MAX_RESCUES = 5;
/** Longer than any decline offers. */
const LOOK_BACK_MS = 10 * 60 * 1000;

type Row = AuthorizationRow & {
  readonly merchantName: string;
  readonly allowedFrom: MemberAccount["id"] | null;
  readonly usedById: AuthorizationRow["id"] | null;
  readonly paidById: AuthorizationRow["id"] | null;
  readonly isEnded: boolean;
  readonly isFrozen: boolean;
};

/**
 * The member's declines that can still be rescued, newest first. Leaves out those whose merchant the member has paid since,
 * unless by another try of the same order, which is shown.
 */
export async function listRescues(caller: MemberCaller): Promise<Rescue[]> {
  const { memberId, now } = caller;
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const [rows, accounts] = await Promise.all([
    query<Row>(
      getPool(),
      sql`SELECT d.*, m.name AS merchant_name, w.account_id AS allowed_from, w.used_by_id, o.id AS paid_by_id,
          coalesce(w.rules_version <> c.rules_version, false) AS is_ended,
          coalesce(c.status = 'active' AND c.member_frozen_at IS NOT NULL, false) AS is_frozen
        FROM accounts a
        CROSS JOIN LATERAL (
          SELECT * FROM authorizations WHERE account_id = a.id AND parent_id IS NULL AND outcome = 'declined'
            AND created_at > ${since} AND decision->'hint'->'rescue' IS NOT NULL
          ORDER BY created_at DESC LIMIT ${MAX_RESCUES}
        ) d
        JOIN merchants m ON m.id = d.merchant_id
        LEFT JOIN cards c ON c.id = d.card_id
        LEFT JOIN rescues w ON w.declined_id = d.id
        LEFT JOIN LATERAL ${selectPaidByAnother(sql`d`)} AS o ON true
        WHERE a.member_id = ${memberId} AND (w.id IS NOT NULL OR o.id IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM accounts b JOIN authorizations s ON s.account_id = b.id AND s.parent_id IS NULL
          WHERE b.member_id = ${memberId} AND s.merchant_id = d.merchant_id AND s.outcome = 'approved'
            AND s.created_at > d.created_at))
        ORDER BY d.created_at DESC, d.id DESC`,
    ),
    listAccounts(caller),
  ]);
  return rows.flatMap(({ merchantName, allowedFrom, usedById, paidById, isEnded, isFrozen, ...declined }) => {
    const until = rescueUntil(declined.decision);
    if (until === null || until <= now) return [];
    const allowed = allowedFrom && { accountId: allowedFrom, usedById };
    const inCurrency = accounts.filter(({ currency }) => currency === declined.currency);
    return [{ declined, merchantName, until, allowed, paidById, isEnded, isFrozen, accounts: inCurrency }];
  });
}
