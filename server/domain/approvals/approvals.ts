import { TIERS } from "@/server/contracts/choices";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import type { PrismaTransaction } from "@/server/db/prisma";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { getEnv } from "@/server/platform/env";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, readAmount, toMinor } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";

/** Whether this amount for live accounts, by one person within a day, needs a second one. */
export function needsSecondPerson(amountMinor: bigint, currency: Currency): boolean {
  const { others, ofCurrency } = getEnv().SECOND_OPERATOR_ABOVE;
  const limit = ofCurrency[currency] ?? others;
  if (limit === "none") return false;
  // `toMinor` returns null for a limit of 0.
  return amountMinor > (toMinor(readAmount(limit), currency) ?? 0n);
}

type Tier = (typeof TIERS)[number];

/** Whether a live tenant's change of tier needs a second operator: upward, and beyond what paying tenants start with. */
export function isHigherTier(from: Tier, to: Tier): boolean {
  return TIERS.indexOf(to) > Math.max(TIERS.indexOf(from), TIERS.indexOf("standard"));
}

export type HeldChange =
  | {
      readonly kind: "funding";
      readonly accountId: AccountId;
      readonly amountMinor: bigint;
      readonly currency: Currency;
      readonly reference: string;
      /** The line of a bank statement that it assigns. */
      readonly bankLineId: RecordId | null;
    }
  | {
      readonly kind: "funding_reversal";
      readonly reversedPostingId: RecordId;
      readonly accountId: AccountId;
      readonly amountMinor: bigint;
      readonly currency: Currency;
      readonly reference: string;
    }
  | {
      readonly kind: "payment_file";
      readonly paymentFileId: RecordId;
      readonly amountMinor: bigint;
      readonly currency: Currency;
    }
  | {
      readonly kind: "payout_return";
      readonly payoutId: RecordId;
      /** The line of a bank statement that it came back by; null: the bank refused it. */
      readonly bankLineId: RecordId | null;
      readonly amountMinor: bigint;
      readonly currency: Currency;
      /** The bank’s words, or why it refused to pay. */
      readonly reference: string;
    }
  | { readonly kind: "tier"; readonly tier: "sandbox" | "standard" | "plus" | "network" };

const VALID_MS = 7 * DAY_MS;

/** Holds a change back until another operator approves it, in the caller's transaction. Returns the request's id. */
export async function requestApproval(
  db: Queryable,
  caller: OperatorCaller,
  { tenantId, change }: { readonly tenantId: TenantId | null; readonly change: HeldChange },
): Promise<RecordId> {
  const { now, environment } = caller;
  const id = newRecordId(now);
  const none = {
    accountId: null,
    amountMinor: null,
    currency: null,
    reference: null,
    reversedPostingId: null,
    paymentFileId: null,
    bankLineId: null,
    payoutId: null,
    tier: null,
  };
  const { kind, ...held } = change;
  const row: NewRow<"approvals"> = {
    id,
    environment,
    tenantId,
    ...none,
    ...held,
    askedBy: caller.userId,
    askedAt: now,
    expiresAt: new Date(now.getTime() + VALID_MS),
    decidedBy: null,
    decidedAt: null,
    isApproved: null,
  };
  await query(db, insertRows("approvals", [row], "(SELECT 1) AS work"));
  await recordAudit(db, caller, { action: `approval.${kind}_asked`, subject: { kind: "approval", id }, tenantId });
  return id;
}

export async function findAskedReversal(
  db: Queryable,
  caller: OperatorCaller,
  reversedPostingId: RecordId,
): Promise<RecordId | null> {
  const [asked] = await query<{ id: RecordId }>(
    db,
    sql`SELECT id FROM approvals WHERE reversed_posting_id = ${reversedPostingId}
      AND decided_at IS NULL AND expires_at > ${caller.now} LIMIT 1`,
  );
  return asked?.id ?? null;
}

interface WantedMoney {
  readonly bankLineId: RecordId | null;
  readonly accountId: AccountId | null;
  readonly payoutId: RecordId | null;
}

/**
 * The request that waits for this line or payout: one, no matter how often or by whom it was asked. The line or the payout must be
 * locked. Throws `not_permitted` if something else waits for one of them.
 */
export async function findAskedMoney(
  db: Queryable,
  { now }: OperatorCaller,
  { bankLineId, accountId, payoutId }: WantedMoney,
): Promise<RecordId | null> {
  const asked = await query<WantedMoney & { readonly id: RecordId }>(
    db,
    sql`SELECT id, bank_line_id, account_id, payout_id FROM approvals
      WHERE (bank_line_id = ${bankLineId} OR payout_id = ${payoutId}) AND decided_at IS NULL AND expires_at > ${now}`,
  );
  for (const other of asked) {
    if (other.bankLineId === bankLineId && other.accountId === accountId && other.payoutId === payoutId)
      return other.id;
    const waits =
      bankLineId === null || other.bankLineId !== bankLineId
        ? "This payout waits to be given back"
        : other.payoutId !== null
          ? "This line waits as a payout that came back"
          : `This line waits to be assigned${accountId === null ? "" : " to another account"}`;
    throw new DomainError("not_permitted", `${waits}. A second operator has to reject that first.`);
  }
  return null;
}

/** A file that is taken back needs no decision any more. */
export async function withdrawFileApproval(
  db: Queryable,
  { now }: OperatorCaller,
  paymentFileId: string,
): Promise<void> {
  await query(
    db,
    sql`UPDATE approvals SET expires_at = least(expires_at, ${now}::timestamptz)
      WHERE payment_file_id = ${paymentFileId} AND decided_at IS NULL`,
  );
}

export async function findAskedTier(
  db: PrismaTransaction,
  caller: OperatorCaller,
  { tenantId, tier }: { readonly tenantId: TenantId } & Pick<Extract<HeldChange, { kind: "tier" }>, "tier">,
): Promise<RecordId | null> {
  const where = { tenantId, tier, decidedAt: null, expiresAt: { gt: caller.now } };
  const asked = await db.approval.findFirst({ where, select: { id: true } });
  return asked && parseRecordId(asked.id);
}

interface StoredApproval {
  readonly tenantId: TenantId | null;
  readonly askedBy: RecordId;
  readonly accountId: AccountId | null;
  readonly amountMinor: bigint | null;
  readonly currency: Currency | null;
  readonly reference: string | null;
  readonly reversedPostingId: RecordId | null;
  readonly paymentFileId: RecordId | null;
  readonly bankLineId: RecordId | null;
  readonly payoutId: RecordId | null;
  readonly tier: Extract<HeldChange, { kind: "tier" }>["tier"] | null;
}

type DecidedApproval = { readonly askedBy: RecordId } & (
  | { readonly tenantId: TenantId; readonly change: Exclude<HeldChange, { kind: "payment_file" }> }
  | { readonly tenantId: null; readonly change: Extract<HeldChange, { kind: "payment_file" }> }
);

/**
 * Decides a request once, even if two operators race. The caller must carry out the change in the same transaction. Throws
 * `not_found`, and `not_permitted` for the operator who asked, and if it is decided or expired.
 */
export async function decideApproval(
  db: Queryable,
  caller: OperatorCaller,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
): Promise<DecidedApproval> {
  const { userId, environment, now } = caller;
  const [decided] = await query<StoredApproval>(
    db,
    sql`UPDATE approvals SET decided_by = ${userId}, decided_at = ${now}, is_approved = ${isApproved}
      WHERE id = ${id} AND environment = ${environment}::environment
        AND decided_at IS NULL AND asked_by <> ${userId} AND expires_at > ${now}
      RETURNING tenant_id, asked_by, account_id, amount_minor, currency, reference, reversed_posting_id, payment_file_id,
        bank_line_id, payout_id, tier`,
  );
  if (!decided) throw await refusalOf(db, caller, id);
  return toChange(decided);
}

function toChange({
  tenantId,
  askedBy,
  accountId,
  amountMinor,
  currency,
  reference,
  reversedPostingId,
  paymentFileId,
  bankLineId,
  payoutId,
  tier,
}: StoredApproval): DecidedApproval {
  if (tenantId === null) {
    if (paymentFileId === null || amountMinor === null || currency === null) throw new Error("a request of no tenant");
    return { tenantId, askedBy, change: { kind: "payment_file", paymentFileId, amountMinor, currency } };
  }
  if (tier !== null) return { tenantId, askedBy, change: { kind: "tier", tier } };
  if (amountMinor === null || currency === null || reference === null) {
    throw new Error("a request is about money or a tier");
  }
  if (payoutId !== null) {
    const change = { kind: "payout_return", payoutId, bankLineId, amountMinor, currency, reference } as const;
    return { tenantId, askedBy, change };
  }
  if (accountId === null) throw new Error("a request for money names an account or a payout");
  const money = { accountId, amountMinor, currency, reference };
  const change =
    reversedPostingId === null
      ? ({ kind: "funding", bankLineId, ...money } as const)
      : ({ kind: "funding_reversal", reversedPostingId, ...money } as const);
  return { tenantId, askedBy, change };
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

/** Erases operators' notes on the members' money, and ends open requests about it. Idempotent. */
export async function eraseReferences(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  const theirs = sql`(SELECT id FROM accounts WHERE member_id = ANY(${[...memberIds]}::text[]))`;
  await query(
    db,
    sql`UPDATE approvals SET reference = '', expires_at = least(expires_at, ${now}::timestamptz)
      WHERE account_id IN ${theirs} OR payout_id IN (SELECT id FROM payouts WHERE account_id IN ${theirs})`,
  );
}
