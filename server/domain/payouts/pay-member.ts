import { announce } from "@/server/db/announce";
import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { encryptText, randomHex } from "@/server/platform/crypto";
import { newRecordId, newRecordIds } from "@/server/platform/ids";
import { amountText, type Currency, type DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { plainAccountNumber, requireAccountNumber } from "../account-number";
import { auditPart } from "../audit";
import { requirePermission } from "../authority";
import type { MemberCaller, TenantCaller } from "../caller";
import { DomainError, invalidField, unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { ensureFeesAccount, ensureNetworkAccount, ensureNetworkFeesAccount, postMemberPayout } from "../ledger";
import { lockOwnMember } from "../members";
import { requireMinor } from "../require-minor";
import { publishing } from "../webhooks";
import { IS_IN_TRANSIT, type PayoutRow } from "./payout";
import { payoutEvent } from "./payout-events";
import { listPayoutTerms } from "./payout-terms";

export interface MemberPayout extends PayoutRow {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
}

interface PayoutInput {
  readonly accountId: AccountId;
  /** What arrives at the bank. Null: all that is there, less the fee. */
  readonly amount: DecimalAmount | null;
  /** The member’s fee as whoever asks was shown it; null: they were shown none. */
  readonly shownFee: number | null;
  readonly country: string;
  /** An IBAN, or a domestic number. */
  readonly accountNumber: string;
  readonly bankCode: string | null;
}

interface PaidAccount {
  readonly currency: Currency;
  readonly memberId: MemberId;
  /** Own money: credit isn't paid out. */
  readonly availableMinor: bigint;
}

/**
 * Pays a member's own money out to a bank account in the member's name, as the member or their tenant asks. The bank gets it with
 * the next payment file.
 *
 * Accounts: member (posted down), network (entry up); for the fee the member (down) or the tenant's fees (entry down), and the
 * network's fees (entry up). Invariant: each posting sums to zero; no held money and no credit leaves. The member and the account
 * are locked. Postings, payout, audit record, event, and answer are one transaction: a retry with the same claim changes nothing.
 * Throws `invalid_reference` for another's account, `validation_error`, `not_permitted` where the network pays nobody out in the
 * currency, if the fee isn't the one that was shown, and to a member of whose payouts many are under way at the tenant's cost.
 */
export async function payMember(
  caller: MemberCaller | TenantCaller,
  input: PayoutInput,
  claim: IdempotencyClaim<MemberPayout> | null,
): Promise<MemberPayout> {
  if (caller.kind !== "member") requirePermission(caller, "move_money");
  const { accountId } = input;
  const accountNumber = plainAccountNumber(input.accountNumber);
  requireAccountNumber(accountNumber, input.country);
  const paid = await publishing(async (db, publish) => {
    const holder = await lockHolder(db, caller, accountId);
    const account = await lockAccount(db, accountId);
    const { currency, memberId } = account;
    const terms = (await listPayoutTerms(caller, db)).find((one) => one.currency === currency);
    if (!terms) throw new DomainError("not_permitted", `The network pays no members out in ${currency}.`);
    const ownFeeMinor = terms.feePayer === "member" ? terms.feeMinor : 0n;
    const ownFee = amountText(ownFeeMinor, currency);
    if (caller.kind === "member" && terms.feePayer === "tenant" && terms.feeMinor > 0n) {
      await requireFewUnderWay(db, accountId);
    }
    if (input.shownFee !== null && input.shownFee !== Number(ownFee)) {
      throw new DomainError("not_permitted", `The fee is ${ownFee} ${currency} now. Look at it, and pay out again.`);
    }
    const amountMinor =
      input.amount === null ? account.availableMinor - ownFeeMinor : requireMinor(input.amount, currency);
    requireEnough(account, { amountMinor, ownFeeMinor, smallestMinor: terms.smallestMinor });
    const target = { holder, country: input.country, accountNumber, bankCode: input.bankCode };
    const written = await write(db, caller, { accountId, account, amountMinor, terms, target, claim });
    await publish([payoutEvent({ ...written, settledDay: null }, "created", caller.now)]);
    announce(db, `account:${accountId}`, `member:${memberId}`);
    return written;
  }, caller.standing);
  return paid;
}

/** The member's name, in which the bank account has to be. */
async function lockHolder(db: Queryable, caller: MemberCaller | TenantCaller, accountId: AccountId): Promise<string> {
  const { tenantId, environment, now, requestId } = caller;
  const ofCaller = caller.kind === "member" ? sql`AND a.member_id = ${caller.memberId}` : sql``;
  const [own] = await query<{ memberId: MemberId }>(
    db,
    sql`SELECT a.member_id FROM accounts a JOIN members m ON m.id = a.member_id WHERE a.id = ${accountId}
      AND m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment ${ofCaller}`,
  );
  if (!own) throw unknownReference("account");
  const locking = caller.kind === "member" ? ({ kind: "network", environment, now, requestId } as const) : caller;
  return (await lockOwnMember(db, locking, sql`${own.memberId}`)).name;
}

async function lockAccount(db: Queryable, accountId: AccountId): Promise<PaidAccount> {
  const [account] = await query<PaidAccount>(
    db,
    sql`SELECT currency, member_id, posted_minor - held_minor AS available_minor FROM accounts
      WHERE id = ${accountId} FOR UPDATE`,
  );
  if (!account) throw new Error("a member's account is gone");
  return account;
}

/** Of one account, at its tenant’s cost. */
const MOST_UNDER_WAY = 3;

async function requireFewUnderWay(db: Queryable, accountId: AccountId): Promise<void> {
  const underWay = await query(
    db,
    sql`SELECT 1 FROM payouts o WHERE o.account_id = ${accountId} AND ${IS_IN_TRANSIT} LIMIT ${MOST_UNDER_WAY}`,
  );
  if (underWay.length < MOST_UNDER_WAY) return;
  const said = `${MOST_UNDER_WAY} payouts of this account are on their way. Ask again when one has arrived.`;
  throw new DomainError("not_permitted", said);
}

function requireEnough(
  { currency, availableMinor }: PaidAccount,
  {
    amountMinor,
    ownFeeMinor,
    smallestMinor,
  }: Readonly<Record<"amountMinor" | "ownFeeMinor" | "smallestMinor", bigint>>,
): void {
  const formatMinor = (minor: bigint) => `${amountText(minor, currency)} ${currency}`;
  if (amountMinor + ownFeeMinor > availableMinor) {
    const fee = ownFeeMinor === 0n ? "" : `, and the fee is ${formatMinor(ownFeeMinor)}`;
    throw invalidField(
      "amount",
      `is more than there is: ${formatMinor(availableMinor > 0n ? availableMinor : 0n)} is available${fee}`,
    );
  }
  if (amountMinor < smallestMinor) throw invalidField("amount", `must be at least ${formatMinor(smallestMinor)}`);
}

interface Written {
  readonly accountId: AccountId;
  readonly account: PaidAccount;
  readonly amountMinor: bigint;
  readonly terms: { readonly feeMinor: bigint; readonly feePayer: "member" | "tenant" };
  readonly target: { readonly holder: string; readonly accountNumber: string };
  readonly claim: IdempotencyClaim<MemberPayout> | null;
}

async function write(
  db: Queryable,
  caller: MemberCaller | TenantCaller,
  { accountId, account, amountMinor, terms, target, claim }: Written,
): Promise<MemberPayout> {
  const { tenantId, environment, now } = caller;
  const { currency, memberId } = account;
  const { feeMinor, feePayer } = terms;
  const opening = { environment, currency, createdAt: now };
  const posting = { ...opening, authorizationId: null };
  // The payout is listed before its fee of the same moment.
  const [id = newRecordId(now), feeId = newRecordId(now)] = newRecordIds(now, 2);
  const fee =
    feeMinor === 0n
      ? null
      : {
          posting: { ...posting, id: feeId, kind: "payout_fee" as const },
          payerAccountId: feePayer === "member" ? accountId : await ensureFeesAccount(db, { tenantId, ...opening }),
          feesAccountId: await ensureNetworkFeesAccount(db, opening),
          amountMinor: feeMinor,
        };
  const payout: MemberPayout = {
    id,
    tenantId,
    environment,
    currency,
    amountMinor,
    merchantId: null,
    batchId: null,
    accountId,
    memberId,
    feeMinor,
    feePostingId: fee && feeId,
    state: "pending",
    fileId: null,
    endToEndId: `P${randomHex(16).toUpperCase()}`,
    sealedAccount: encryptText("payout-account", JSON.stringify(target)),
    last4: target.accountNumber.slice(-4),
    createdAt: now,
    exportedAt: null,
    sentAt: null,
    paidAt: null,
    returnedAt: null,
    returnReason: null,
    returnPostingId: null,
    answeredBy: null,
    repaidBatchId: null,
  };
  const { memberId: _, ...row } = payout;
  const networkAccountId = await ensureNetworkAccount(db, opening);
  const paid = { posting: { ...posting, id, kind: "payout" as const }, accountId, networkAccountId, amountMinor, fee };
  const audited = {
    action: "account.paid_out",
    subject: { kind: "account", id: accountId },
    details: {
      memberId,
      payoutId: id,
      currency,
      amount: amountText(amountMinor, currency),
      fee: amountText(feeMinor, currency),
    },
    tenantId,
  };
  const [left] = await query<{ id: string }>(
    db,
    sql`WITH ${postMemberPayout(paid)}, payout AS (${insertRows("payouts", [row], "account")}),
      ${recordAnswer(claim, payout, now, "account")}, ${auditPart(caller, audited, "account")} SELECT id FROM account`,
  );
  if (!left) throw new Error("the account had the money while it was locked");
  return payout;
}

/** Whether money of these members is on its way to their banks. */
export async function arePayoutsUnderWay(db: Queryable, memberIds: readonly MemberId[]): Promise<boolean> {
  const [found] = await query(
    db,
    sql`SELECT 1 FROM payouts o JOIN accounts a ON a.id = o.account_id WHERE a.member_id = ANY(${[...memberIds]}::text[])
      AND ${IS_IN_TRANSIT} LIMIT 1`,
  );
  return found !== undefined;
}

/** How banks call the members' payouts. */
export async function listEndToEndIds(db: Queryable, memberIds: readonly MemberId[]): Promise<string[]> {
  const payouts = await query<{ endToEndId: string }>(
    db,
    sql`SELECT o.end_to_end_id FROM accounts a JOIN payouts o ON o.account_id = a.id
      WHERE a.member_id = ANY(${[...memberIds]}::text[])`,
  );
  return payouts.map(({ endToEndId }) => endToEndId);
}

/** Forgets where the members' money went. Idempotent. */
export async function erasePayoutAccounts(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  await query(
    db,
    sql`UPDATE payouts SET sealed_account = NULL, last4 = NULL WHERE account_id IN (SELECT id FROM accounts
      WHERE member_id = ANY(${[...memberIds]}::text[])) AND sealed_account IS NOT NULL`,
  );
}
