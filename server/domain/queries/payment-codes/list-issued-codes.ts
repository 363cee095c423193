import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { defineList, type List } from "@/server/domain/list";
import type { PaymentCodeRow } from "@/server/domain/payment-codes";
import { paymentCodeNotFound } from "@/server/domain/payment-codes";
import { byText } from "@/server/domain/sort-keys";
import { isRecordId } from "@/server/platform/ids";

export interface IssuedCode extends PaymentCodeRow {
  readonly memberName: string;
  readonly merchantName: string | null;
}

const select = (codes: Sql) => sql`SELECT c.*, m.name AS member_name, s.name AS merchant_name
  FROM ${codes} c JOIN members m ON m.id = c.member_id LEFT JOIN merchants s ON s.id = c.merchant_id`;

const ofTenant = ({ tenantId, environment }: StaffCaller) =>
  sql`c.tenant_id = ${tenantId} AND c.environment = ${environment}::environment`;

interface CodeFilter {
  readonly state: PaymentCodeRow["status"] | null;
  /** Record id of a code or member, since the code itself is not stored. */
  readonly search: string | null;
}

/** An overdue code is found among the expired only after the sweep, which runs every minute. */
export function issuedCodeList(
  caller: StaffCaller,
  { state, search }: CodeFilter,
): List<IssuedCode, "member" | "status"> {
  return defineList({
    as: sql`c`,
    own: sql`FROM payment_codes c WHERE ${ofTenant(caller)}`,
    where: sql`${inState(state)} AND ${named(search)}`,
    select,
    keys: {
      member: byText(sql`(SELECT m.name FROM members m WHERE m.id = c.member_id)`),
      status: byText(sql`c.status`),
    },
  });
}

/** A code that had ended before it was revoked matches both states. */
function inState(state: CodeFilter["state"]): Sql {
  if (state === null) return sql`true`;
  return state === "revoked" ? sql`c.revoked_at IS NOT NULL` : sql`c.status = ${state}::payment_code_status`;
}

function named(search: string | null): Sql {
  const id = search?.trim();
  if (!id) return sql`true`;
  return isRecordId(id) ? sql`(c.id = ${id} OR c.member_id = ${id})` : sql`false`;
}

/** Throws `payment_code_not_found`, also for another tenant's. */
export async function getIssuedCode(caller: StaffCaller, { id }: { readonly id: string }): Promise<IssuedCode> {
  const [code] = isRecordId(id)
    ? await query<IssuedCode>(getPool(), sql`${select(sql`payment_codes`)} WHERE c.id = ${id} AND ${ofTenant(caller)}`)
    : [];
  if (!code) throw paymentCodeNotFound();
  return code;
}
