import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { MemberCaller } from "../caller";
import { olderThan, type Page, type PageCursor, toPage } from "../page";
import { paymentCodeNotFound } from "./find-payment-code";
import type { PaymentCodeRow } from "./payment-code";

/** A code that pays from one of the member's accounts, whoever made it, with the name of the one merchant it is for. */
export interface MemberCode {
  readonly row: PaymentCodeRow;
  readonly merchantName: string | null;
}

/** Newest first. */
export async function listMemberCodes(
  caller: MemberCaller,
  input: { readonly limit: number; readonly cursor: PageCursor | null },
): Promise<Page<MemberCode>> {
  const { limit, cursor } = input;
  const rows = await query<PaymentCodeRow & { merchantName: string | null }>(
    getPool(),
    sql`SELECT c.*, m.name AS merchant_name FROM payment_codes c LEFT JOIN merchants m ON m.id = c.merchant_id
      WHERE c.member_id = ${caller.memberId} AND ${olderThan(cursor, sql`c.created_at`, sql`c.id`)}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows.map(toMemberCode), limit, ({ row }) => row);
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
