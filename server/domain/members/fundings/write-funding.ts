import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, formatAmount } from "@/server/platform/money";
import type { AccountId, TenantId } from "@/server/platform/noun-ids";
import { type Audited, auditPart } from "../../audit";
import type { NetworkCaller, OperatorCaller, TenantCaller } from "../../caller";
import { type IdempotencyClaim, recordAnswer } from "../../idempotency";
import { ensureNetworkAccount, postFunding } from "../../ledger";

interface Funding {
  /** For callers that need the id beforehand. */
  readonly postingId?: RecordId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** The member's tenant, if not the caller's own. */
  readonly tenantId?: TenantId;
  readonly details?: Audited["details"];
  /** A person's note, stored where it can be erased. */
  readonly note?: Pick<NewRow<"funding_references">, "memberId" | "reference">;
}

/**
 * The only way to credit a member's account with outside money. Touches: the network's account (down), the member's account
 * (`posted` up). Holds: the posting sums to zero; posting, proof, audit record, and answer are one statement. A retry with the
 * same claim changes nothing; without a claim it funds again. Throws if the account isn't in this currency and environment.
 */
export async function writeFunding<T>(
  caller: NetworkCaller | OperatorCaller | TenantCaller,
  { postingId = newRecordId(caller.now), accountId, currency, amountMinor, tenantId, details, note }: Funding,
  claim: IdempotencyClaim<T> | null,
  answer: T,
  db: Queryable = getPool(),
): Promise<void> {
  if (amountMinor <= 0n) throw new RangeError("funding must be positive");
  const { environment, now } = caller;
  const networkAccountId = await ensureNetworkAccount(db, { environment, currency, createdAt: now });
  const auditRecordId = newRecordId(now);
  const kind = "funding" as const;
  const posting = { id: postingId, kind, environment, currency, authorizationId: null, createdAt: now };
  const audited = {
    id: auditRecordId,
    action: "account.funded",
    subject: { kind: "account", id: accountId },
    details: { amount: formatAmount(amountMinor, currency), currency, ...details, postingId },
    ...(tenantId ? { tenantId } : {}),
  };
  const account = sql`SELECT id FROM accounts
    WHERE id = ${accountId} AND kind = 'member' AND currency = ${currency} AND environment = ${environment}::environment`;
  const notes = note ? [{ ...note, postingId, createdAt: now }] : [];
  const funding = { posting, accountId, networkAccountId, amountMinor, auditRecordId };
  const [funded] = await query<{ id: string }>(
    db,
    sql`WITH member_account AS (${account}), ${postFunding(funding, "member_account")},
      ${recordAnswer(claim, answer, now, "account")}, ${auditPart(caller, audited, "account")},
      noted AS (${insertRows("funding_references", notes, "account")})
      SELECT id FROM account`,
  );
  if (!funded) throw new Error("no such member account in this currency and environment");
}

/** Money from the network itself: opening funds, and the sandbox's top-ups. A retry funds again. */
export function fundAccount(
  caller: NetworkCaller,
  funding: Pick<Funding, "accountId" | "currency" | "amountMinor">,
  db: Queryable = getPool(),
): Promise<void> {
  return writeFunding(caller, funding, null, null, db);
}
