import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AuthorizationRow } from "@/server/domain/authorizations";
import type { MemberCaller } from "@/server/domain/caller";
import { defineList, type List } from "@/server/domain/list";
import type { PaymentCodeRow } from "@/server/domain/payment-codes";
import { isOverAt, paymentCodeNotFound } from "@/server/domain/payment-codes";
import { isRecordId } from "@/server/platform/ids";
import type { MemberTransaction } from "../authorizations/list-member-activity";
import { sumTaken } from "../authorizations/sum-taken";

export interface MemberCode extends PaymentCodeRow {
  readonly merchantName: string | null;
  readonly lastUse: MemberTransaction | null;
  /** Captured less refunded; null if there are too many payments to add up. */
  readonly takenMinor: bigint | null;
}

type CodeRow = Omit<MemberCode, "lastUse">;

const select = (
  codes: Sql,
) => sql`SELECT c.*, m.name AS merchant_name, ${sumTaken("payment_code_id", sql`c.id`)} AS taken_minor
  FROM ${codes} c LEFT JOIN merchants m ON m.id = c.merchant_id`;

export function memberCodeList(
  caller: MemberCaller,
  { isUsable }: { readonly isUsable?: boolean | null },
): List<MemberCode> {
  return defineList({
    as: sql`c`,
    own: sql`FROM payment_codes c WHERE c.member_id = ${caller.memberId}`,
    where: isUsable ? usableAt(caller.now) : sql`true`,
    select,
    toItems: withLastUses,
  });
}

/** Like `statusAt`, since the sweep may not have run. */
function usableAt(now: Date): Sql {
  return sql`c.status = 'active' AND NOT ${isOverAt(now)}`;
}

/** Throws `payment_code_not_found`, also for another member's. */
export async function getMemberCode(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCode> {
  const rows = isRecordId(input.id)
    ? await query<CodeRow>(
        getPool(),
        sql`${select(sql`payment_codes`)} WHERE c.id = ${input.id} AND c.member_id = ${caller.memberId}`,
      )
    : [];
  const [code] = await withLastUses(rows);
  if (!code) throw paymentCodeNotFound();
  return code;
}

async function withLastUses(rows: readonly CodeRow[]): Promise<MemberCode[]> {
  const uses = await listLastUses(rows);
  return rows.map((row) => ({ ...row, lastUse: uses.find(({ root }) => root.paymentCodeId === row.id) ?? null }));
}

/** By the code's time of last use, so that later declines are not read. A code that became an agreement has no payment. */
async function listLastUses(codes: readonly PaymentCodeRow[]): Promise<MemberTransaction[]> {
  const used = codes.flatMap(({ id, lastUsedAt: at }) => (at ? [{ id, at }] : []));
  if (used.length === 0) return [];
  const rows = await query<AuthorizationRow & { merchantName: string }>(
    getPool(),
    sql`SELECT r.*, m.name AS merchant_name
      FROM unnest(${used.map(({ id }) => id)}::text[], ${used.map(({ at }) => at)}::timestamptz[]) AS u (id, at)
      JOIN authorizations r ON r.payment_code_id = u.id AND r.created_at = u.at AND r.outcome = 'approved'
        AND r.parent_id IS NULL
      JOIN merchants m ON m.id = r.merchant_id
      ORDER BY r.id DESC`,
  );
  return rows.map(({ merchantName, ...root }) => ({ root, merchantName }));
}
