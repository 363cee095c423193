import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller } from "../caller";
import { olderThan, type Page, type PageCursor, toPage } from "../page";
import type { AuthorizationRow } from "./authorization";

/** A transaction of the member's, increments included, with the name of who was paid. */
export interface MemberTransaction {
  readonly root: AuthorizationRow;
  readonly merchantName: string;
}

export interface ActivityInput {
  readonly limit: number;
  readonly cursor: PageCursor | null;
  /** Only what this code, or this agreement, paid. */
  readonly paymentCodeId?: string | null;
  readonly agreementId?: string | null;
}

/**
 * What was paid or asked for from the member's accounts, newest first. Each account is read by its own index and the
 * results merged, so that a page costs the same however long the history is.
 */
export async function listMemberActivity(caller: MemberCaller, input: ActivityInput): Promise<Page<MemberTransaction>> {
  const { limit, cursor } = input;
  const rows = await query<AuthorizationRow & { merchantName: string }>(
    getPool(),
    sql`SELECT r.*, m.name AS merchant_name FROM accounts a
      CROSS JOIN LATERAL (
        SELECT * FROM authorizations
        WHERE account_id = a.id AND parent_id IS NULL AND ${paidWith(input)}
          AND ${olderThan(cursor, sql`created_at`, sql`id`)}
        ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}
      ) r
      JOIN merchants m ON m.id = r.merchant_id
      WHERE a.member_id = ${caller.memberId}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}`,
  );
  const items = rows.map(({ merchantName, ...root }) => ({ root, merchantName }));
  return toPage(items, limit, ({ root }) => root);
}

function paidWith({ paymentCodeId = null, agreementId = null }: ActivityInput): Sql {
  if (paymentCodeId !== null) return sql`payment_code_id = ${paymentCodeId}`;
  return agreementId !== null ? sql`agreement_id = ${agreementId}` : sql`true`;
}
