import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";
import type { MemberCaller, MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import type { AgreementRow } from "./agreement";

/** Throws `recurring_authorization_not_found`, also for another merchant's or member's. */
export async function getAgreement(
  caller: MerchantCaller | MemberCaller,
  input: { readonly id: string },
  { db, isLocking }: { readonly db: Queryable; readonly isLocking: boolean } = { db: getPool(), isLocking: false },
): Promise<AgreementRow> {
  const isOwn =
    caller.kind === "merchant" ? sql`merchant_id = ${caller.merchantId}` : sql`member_id = ${caller.memberId}`;
  const lock = isLocking ? sql`FOR NO KEY UPDATE` : sql``;
  const [row] = isRecordId(input.id)
    ? await query<AgreementRow>(
        db,
        sql`SELECT * FROM recurring_agreements
          WHERE id = ${input.id} AND environment = ${caller.environment}::environment AND ${isOwn} ${lock}`,
      )
    : [];
  if (!row) throw recurringAuthorizationNotFound();
  return row;
}

export async function findAskedMember(id: string): Promise<MemberId | null> {
  if (!isRecordId(id)) return null;
  const [asked] = await query<{ memberId: MemberId }>(
    getPool(),
    sql`SELECT member_id FROM recurring_agreements WHERE id = ${id}`,
  );
  return asked?.memberId ?? null;
}

export function recurringAuthorizationNotFound(): DomainError {
  return new DomainError("recurring_authorization_not_found", "No such recurring authorization.");
}
