import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, formatAmount } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import { type Audited, auditRow, insertAuditRows } from "../../audit";
import type { NetworkCaller, OperatorCaller, TenantCaller } from "../../caller";
import { DomainError } from "../../errors";
import { type IdempotencyClaim, recordAnswer } from "../../idempotency";
import { ensureNetworkAccount, type FundedSide, postFundings } from "../../ledger";
import { recordEvents, withSubscribers } from "../../webhooks";
import { fundingEvent } from "./funding-event";

export interface NewFunding {
  /** For callers that need the id beforehand. */
  readonly postingId?: RecordId;
  /** A member's, or a tenant's float. */
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  /** The account's tenant, if not the caller's own. No event is written if neither is known. */
  readonly tenantId?: TenantId;
  /** Null: the account is a float. */
  readonly memberId?: MemberId | null;
  /** Of the bank's line that brought the money. */
  readonly bankLineId?: RecordId;
  readonly details?: Audited["details"];
  /** A person's note, stored where it can be erased. */
  readonly note?: Pick<NewRow<"funding_references">, "memberId" | "reference">;
}

interface Answered<T> {
  readonly claim: IdempotencyClaim<T> | null;
  readonly answer: T;
}

interface Together {
  readonly currency: Currency;
  /** The tenant's float that pays; null: the money comes from outside. */
  readonly floatAccountId: AccountId | null;
}

const POSTED = "funding" as const;

type Funder = NetworkCaller | OperatorCaller | TenantCaller;

/**
 * The only way to credit accounts of members and floats: all of these or none. Touches: the network's account (down) or a float
 * (`posted` down), and the accounts (`posted` up). Holds: each posting sums to zero; postings, proofs, audit records, events, and
 * answer are one query. Call `announceFunding` after the commit. A retry with the same claim changes nothing; without a claim it funds again. Throws `float_exceeded`, and a
 * plain Error if an account isn't in this currency and environment.
 */
export async function writeFundings<T>(
  db: Queryable,
  caller: Funder,
  fundings: readonly NewFunding[],
  { currency, floatAccountId, claim, answer }: Together & Answered<T>,
): Promise<readonly RecordId[]> {
  const { environment, now } = caller;
  if (fundings.some(({ amountMinor }) => amountMinor <= 0n)) throw new RangeError("funding must be positive");
  const from: FundedSide = floatAccountId
    ? { kind: "float", accountId: floatAccountId }
    : { kind: "network", accountId: await ensureNetworkAccount(db, { environment, currency, createdAt: now }) };
  const rows = fundings.map((funding) => {
    const { postingId = newRecordId(now), accountId, amountMinor, memberId = null, bankLineId } = funding;
    const { tenantId = "tenantId" in caller ? caller.tenantId : null } = funding;
    const posting = { id: postingId, kind: POSTED, environment, currency, authorizationId: null, createdAt: now };
    const auditRecordId = newRecordId(now);
    const audited = {
      id: auditRecordId,
      action: "account.funded",
      subject: { kind: "account", id: accountId },
      details: {
        amount: formatAmount(amountMinor, currency),
        currency,
        ...(memberId ? { memberId } : {}),
        ...funding.details,
        ...(bankLineId ? { bankLineId } : {}),
        ...(floatAccountId ? { floatAccountId } : {}),
        postingId,
      },
      tenantId,
    };
    const kind = bankLineId ? "bank_transfer" : floatAccountId ? "float" : "manual";
    const told = { environment, at: now, postingId, accountId, memberId, currency, amountMinor, kind } as const;
    const event = tenantId ? [fundingEvent("funding.created", { ...told, tenantId })] : [];
    const note = funding.note ? [{ ...funding.note, postingId, createdAt: now }] : [];
    return {
      posted: { posting, accountId, from, amountMinor, auditRecordId },
      audit: auditRow(caller, audited),
      note,
      event,
    };
  });
  const events = rows.flatMap(({ event }) => event);
  const published = await withSubscribers(db, events);
  const ids = [...new Set(fundings.map(({ accountId }) => accountId))];
  const [written] = await query<{ isKnown: boolean; isMoved: boolean }>(
    db,
    sql`WITH known AS (SELECT 1 FROM (SELECT count(*) AS accounts FROM accounts
        WHERE id = ANY(${ids}::text[]) AND kind IN ('member', 'float') AND currency = ${currency}
          AND environment = ${environment}::environment) a WHERE a.accounts = ${ids.length}::bigint),
      ${postFundings(
        rows.map(({ posted }) => posted),
        "known",
      )},
      ${recordAnswer(claim, answer, now, "moved")},
      audit AS (${insertAuditRows(
        rows.map(({ audit }) => audit),
        "moved",
      )}),
      noted AS (${insertRows(
        "funding_references",
        rows.flatMap(({ note }) => note),
        "moved",
      )})${published.length === 0 ? sql`` : sql`, ${recordEvents(published, "moved")}`}
      SELECT EXISTS (SELECT 1 FROM known) AS is_known, EXISTS (SELECT 1 FROM moved) AS is_moved`,
  );
  if (!written?.isKnown) throw new Error("no such account in this currency and environment");
  if (!written.isMoved) throw new DomainError("float_exceeded", "The float has less than this available.");
  return rows.map(({ posted }) => posted.posting.id as RecordId);
}

/** One, from outside. */
export async function writeFunding<T>(
  caller: Funder,
  { currency, ...funding }: NewFunding & { readonly currency: Currency },
  claim: IdempotencyClaim<T> | null,
  answer: T,
  db: Queryable = getPool(),
): Promise<void> {
  await writeFundings(db, caller, [funding], { currency, floatAccountId: null, claim, answer });
}

/** Money from the network itself: opening funds, and the sandbox's top-ups. A retry funds again. */
export function fundAccount(
  caller: NetworkCaller,
  funding: Pick<NewFunding, "accountId" | "amountMinor"> & { readonly currency: Currency },
  db: Queryable = getPool(),
): Promise<void> {
  return writeFunding(caller, funding, null, null, db);
}
