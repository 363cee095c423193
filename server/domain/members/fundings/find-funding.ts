import type { FundingKind } from "@/server/contracts/rest/reading-back/funding-kinds";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId, type RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import type { ApiKeyCaller, OperatorCaller } from "../../caller";
import { DomainError } from "../../errors";
import { KIND_OF_FUNDING } from "./funding-event";

export interface BookedFunding {
  readonly id: RecordId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** Null: it funded a tenant's float. */
  readonly memberId: MemberId | null;
  readonly tenantId: TenantId;
  /** The float that paid it; null: it came from outside. */
  readonly floatAccountId: AccountId | null;
  readonly kind: FundingKind;
  readonly reversesId: RecordId | null;
  readonly reversedById: RecordId | null;
}

/** Any of this environment; for a tenant's program, only its tenant's. Throws `funding_not_found`. */
export async function getBookedFunding(
  db: Queryable,
  caller: ApiKeyCaller | OperatorCaller,
  id: string,
): Promise<BookedFunding> {
  const isMine = caller.kind === "tenant" ? sql`r.tenant_id = ${caller.tenantId}` : sql`true`;
  const [funding] = isRecordId(id)
    ? await query<BookedFunding>(
        db,
        sql`SELECT p.id, e.account_id, p.currency, e.amount_minor, a.member_id, coalesce(m.tenant_id, a.tenant_id) AS tenant_id,
            (SELECT o.account_id FROM entries o JOIN accounts g ON g.id = o.account_id AND g.kind = 'float'
              WHERE o.posting_id = p.id AND o.id <> e.id) AS float_account_id,
            ${KIND_OF_FUNDING} AS kind, f.reversed_posting_id AS reverses_id, b.posting_id AS reversed_by_id
          FROM fundings f JOIN postings p ON p.id = f.posting_id AND p.kind <> 'payout_return'
            JOIN audit_records r ON r.id = f.audit_record_id
            JOIN entries e ON e.posting_id = p.id AND e.account_id = r.subject_id
            JOIN accounts a ON a.id = e.account_id LEFT JOIN members m ON m.id = a.member_id
            LEFT JOIN fundings b ON b.reversed_posting_id = f.posting_id
          WHERE f.posting_id = ${id} AND p.environment = ${caller.environment}::environment AND ${isMine}`,
      )
    : [];
  if (!funding) throw new DomainError("funding_not_found", "No such funding in this environment.");
  return funding;
}

/** Throws `funding_not_reversible` for a reversal, `funding_reversed` if it was reversed already. */
export function requireReversible({ reversesId, reversedById }: BookedFunding): void {
  if (reversesId !== null) {
    throw new DomainError("funding_not_reversible", "This is a reversal. Put the money on the account again instead.");
  }
  if (reversedById !== null) {
    const details = { reversedBy: reversedById };
    throw new DomainError("funding_reversed", "This funding was taken back already.", { details });
  }
}
