import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { PaymentCodeRow } from "@/server/domain/payment-codes";
import { isOverAt, paymentCodeNotFound } from "@/server/domain/payment-codes";
import { isRecordId } from "@/server/platform/ids";

/** A code that pays from one of the member's accounts, no matter who made it, with the name of the one merchant it is for. */
export interface MemberCode {
  readonly row: PaymentCodeRow;
  readonly merchantName: string | null;
}

interface CodeListInput extends PageInput {
  /** Only recurring ones that may be used again: with them someone may take money without asking. */
  readonly isPulling?: boolean;
}

/** Newest first. */
export async function listMemberCodes(caller: MemberCaller, input: CodeListInput): Promise<Page<MemberCode>> {
  const { limit, cursor, isPulling = false } = input;
  const rows = await query<PaymentCodeRow & { merchantName: string | null }>(
    getPool(),
    sql`SELECT c.*, m.name AS merchant_name FROM payment_codes c LEFT JOIN merchants m ON m.id = c.merchant_id
      WHERE c.member_id = ${caller.memberId} AND ${isPulling ? pullingAt(caller.now) : sql`true`} AND ${olderThan(cursor, sql`c.created_at`, sql`c.id`)}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows.map(toMemberCode), limit, ({ row }) => row);
}

/** As `statusAt` says: the sweep that ends codes may not have come by. */
function pullingAt(now: Date): Sql {
  return sql`c.is_recurring AND c.status = 'active' AND NOT ${isOverAt(now)}`;
}

/** Throws `payment_code_not_found`, also for another member's. */
export async function getMemberCode(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCode> {
  const [row] = isRecordId(input.id)
    ? await query<PaymentCodeRow & { merchantName: string | null }>(
        getPool(),
        sql`SELECT c.*, m.name AS merchant_name FROM payment_codes c LEFT JOIN merchants m ON m.id = c.merchant_id
          WHERE c.id = ${input.id} AND c.member_id = ${caller.memberId}`,
      )
    : [];
  if (!row) throw paymentCodeNotFound();
  return toMemberCode(row);
}

function toMemberCode({ merchantName, ...row }: PaymentCodeRow & { merchantName: string | null }): MemberCode {
  return { row, merchantName };
}
