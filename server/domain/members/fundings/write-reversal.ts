import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import { type Audited, auditPart } from "../../audit";
import type { ApiKeyCaller, OperatorCaller } from "../../caller";
import { DomainError } from "../../errors";
import { type IdempotencyClaim, recordAnswer } from "../../idempotency";
import { ensureNetworkAccount, type FundedSide, postFundingReversal } from "../../ledger";
import { recordEvents, withSubscribers } from "../../webhooks";
import { type BookedFunding, requireReversible } from "./find-funding";
import { fundingEvent } from "./funding-event";

interface Reversal<T> {
  /** Read while its member is locked. */
  readonly funding: BookedFunding;
  readonly postingId: RecordId;
  /** A person's note, stored where it can be erased. */
  readonly reference: string | null;
  readonly details: Audited["details"];
  readonly claim: IdempotencyClaim<T> | null;
  readonly answer: T;
}

/**
 * The only way to reverse a funding. `db` must be a transaction that has locked the member, or the float, so that of concurrent reversals the
 * others see the first.
 *
 * Accounts: the funded one (`posted` down), the network's (entry up) or the float that had paid (`posted` up). Invariants: the posting sums to zero and mirrors the
 * funding's; only available money is taken, so holds stay covered; a funding has at most one reversal (a unique key). Posting,
 * proof, audit record, note, and answer are one query. A retry with the same claim changes nothing.
 * Throws `funding_reversed`, `funding_not_reversible`, `funding_spent`.
 */
export async function writeReversal<T>(
  db: Queryable,
  caller: ApiKeyCaller | OperatorCaller,
  { funding, postingId, reference, details, claim, answer }: Reversal<T>,
): Promise<void> {
  requireReversible(funding);
  const { id: reversedPostingId, accountId, currency, amountMinor, memberId, tenantId, floatAccountId } = funding;
  const { environment, now } = caller;
  const from: FundedSide = floatAccountId
    ? { kind: "float", accountId: floatAccountId }
    : { kind: "network", accountId: await ensureNetworkAccount(db, { environment, currency, createdAt: now }) };
  const auditRecordId = newRecordId(now);
  const kind = "funding_reversal" as const;
  const posting = { id: postingId, kind, environment, currency, authorizationId: null, createdAt: now };
  const amount = formatAmount(amountMinor, currency);
  const audited = {
    id: auditRecordId,
    action: "account.funding_reversed",
    subject: { kind: "account", id: accountId },
    details: { amount, currency, ...(memberId ? { memberId } : {}), ...details, postingId, reversedPostingId },
    tenantId,
  };
  const notes = reference === null || memberId === null ? [] : [{ postingId, memberId, reference, createdAt: now }];
  const moved = { posting, accountId, from, amountMinor, auditRecordId, reversedPostingId };
  const { kind: cameBy, id } = funding;
  const told = {
    tenantId,
    environment,
    at: now,
    postingId: id,
    accountId,
    memberId,
    currency,
    amountMinor,
    kind: cameBy,
  };
  const published = await withSubscribers(db, [fundingEvent("funding.reversed", told)]);
  const [taken] = await query(
    db,
    sql`WITH ${postFundingReversal(moved, "(SELECT 1) AS work")},
      ${recordAnswer(claim, answer, now, "moved")}, ${auditPart(caller, audited, "moved")},
      noted AS (${insertRows("funding_references", notes, "moved")}), ${recordEvents(published, "moved")}
      SELECT 1 FROM moved`,
  );
  if (!taken) {
    throw new DomainError("funding_spent", "The account no longer has this money available: it is spent or held.");
  }
}
