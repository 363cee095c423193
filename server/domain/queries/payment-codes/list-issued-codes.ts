import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { PaymentCodeRow } from "@/server/domain/payment-codes";
import { paymentCodeNotFound } from "@/server/domain/payment-codes";
import { byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import { isRecordId } from "@/server/platform/ids";

export interface IssuedCode {
  readonly row: PaymentCodeRow;
  readonly memberName: string;
  readonly merchantName: string | null;
}

type IssuedCodeState = PaymentCodeRow["status"];

const SELECT = sql`SELECT c.*, m.name AS member_name, s.name AS merchant_name
  FROM payment_codes c JOIN members m ON m.id = c.member_id LEFT JOIN merchants s ON s.id = c.merchant_id`;

type Stored = PaymentCodeRow & { readonly memberName: string; readonly merchantName: string | null };

function toIssued({ memberName, merchantName, ...row }: Stored): IssuedCode {
  return { row, memberName, merchantName };
}

type SortName = "member" | "status";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  member: byText(sql`(SELECT m.name FROM members m WHERE m.id = c.member_id)`),
  status: byText(sql`c.status`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly state: IssuedCodeState | null;
  /** Record id of a code or member, since the code itself is not stored. */
  readonly search: string | null;
}

/** An overdue code is found among the expired only after the sweep, which runs every minute. */
export function listIssuedCodes(
  { tenantId, environment, now }: StaffCaller,
  input: ListInput,
): Promise<SortedPage<IssuedCode>> {
  const where = sql`c.tenant_id = ${tenantId} AND c.environment = ${environment}::environment
      AND ${inState(input.state)} AND ${named(input.search)}`;
  const select = async (rest: Sql) =>
    (await query<Stored>(getPool(), sql`${SELECT} WHERE ${where} AND ${rest}`)).map(toIssued);
  return sortedRows(
    { ...input, now },
    {
      rows: sql`FROM payment_codes c WHERE ${where}`,
      createdAt: sql`c.created_at`,
      id: sql`c.id`,
      keys: SORT_KEYS,
      select,
      placeOf: ({ row }) => row,
    },
  );
}

/** A code that had ended before it was revoked matches both states. */
function inState(state: IssuedCodeState | null): Sql {
  if (state === null) return sql`true`;
  return state === "revoked" ? sql`c.revoked_at IS NOT NULL` : sql`c.status = ${state}::payment_code_status`;
}

function named(search: string | null): Sql {
  const id = search?.trim();
  if (!id) return sql`true`;
  return isRecordId(id) ? sql`(c.id = ${id} OR c.member_id = ${id})` : sql`false`;
}

/** Throws `payment_code_not_found`, also for another tenant's. */
export async function getIssuedCode(
  { tenantId, environment }: StaffCaller,
  { id }: { readonly id: string },
): Promise<IssuedCode> {
  const [row] = isRecordId(id)
    ? await query<Stored>(
        getPool(),
        sql`${SELECT} WHERE c.id = ${id} AND c.tenant_id = ${tenantId} AND c.environment = ${environment}::environment`,
      )
    : [];
  if (!row) throw paymentCodeNotFound();
  return toIssued(row);
}
