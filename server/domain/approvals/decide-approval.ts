import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import type { HeldChange } from "./held-change";

interface Stored {
  readonly tenantId: TenantId;
  readonly askedBy: RecordId;
  readonly accountId: AccountId | null;
  readonly amountMinor: bigint | null;
  readonly currency: Currency | null;
  readonly reference: string | null;
  readonly reversedPostingId: RecordId | null;
  readonly tier: Extract<HeldChange, { kind: "tier" }>["tier"] | null;
}

interface Decided {
  readonly tenantId: TenantId;
  readonly askedBy: RecordId;
  readonly change: HeldChange;
}

/**
 * Decides a request once, even if two operators race. The caller must carry out the change in the same transaction. Throws
 * `not_found`, and `not_permitted` for the operator who asked, and if it is decided or expired.
 */
export async function decideApproval(
  db: Queryable,
  caller: OperatorCaller,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
): Promise<Decided> {
  const { userId, environment, now } = caller;
  const [decided] = await query<Stored>(
    db,
    sql`UPDATE approvals SET decided_by = ${userId}, decided_at = ${now}, is_approved = ${isApproved}
      WHERE id = ${id} AND environment = ${environment}::environment
        AND decided_at IS NULL AND asked_by <> ${userId} AND expires_at > ${now}
      RETURNING tenant_id, asked_by, account_id, amount_minor, currency, reference, reversed_posting_id, tier`,
  );
  if (!decided) throw await refusalOf(db, caller, id);
  return { tenantId: decided.tenantId, askedBy: decided.askedBy, change: toChange(decided) };
}

function toChange({ accountId, amountMinor, currency, reference, reversedPostingId, tier }: Stored): HeldChange {
  if (tier !== null) return { kind: "tier", tier };
  if (accountId === null || amountMinor === null || currency === null || reference === null) {
    throw new Error("a request is about money or a tier");
  }
  const money = { accountId, amountMinor, currency, reference };
  return reversedPostingId === null
    ? { kind: "funding", ...money }
    : { kind: "funding_reversal", reversedPostingId, ...money };
}

async function refusalOf(db: Queryable, { userId, environment }: OperatorCaller, id: string): Promise<DomainError> {
  const [found] = await query<{ askedBy: string; isDecided: boolean }>(
    db,
    sql`SELECT asked_by, decided_at IS NOT NULL AS is_decided FROM approvals
      WHERE id = ${id} AND environment = ${environment}::environment`,
  );
  if (!found) return new DomainError("not_found", "No such request in this environment.");
  if (found.isDecided) return new DomainError("not_permitted", "This request is already decided.");
  if (found.askedBy === userId) return new DomainError("not_permitted", "Another operator has to decide your request.");
  return new DomainError(
    "not_permitted",
    "This request has expired: it is more than a week old, or its member has left.",
  );
}
