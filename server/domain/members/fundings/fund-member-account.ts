import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, readAmount, toMinor } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { askApproval, needsSecondOperator } from "../../approvals";
import { sumAuditedAmounts } from "../../audit";
import type { OperatorCaller } from "../../caller";
import { invalidField } from "../../errors";
import { type IdempotencyClaim, keepAnswer } from "../../idempotency";
import { requireMinor } from "../../require-minor";
import { isSharedMember, sharedOperator } from "../../users";
import { wake } from "../../wake";
import { type FoundAccount, getMemberAccount } from "../find-member";
import { writeFunding } from "./write-funding";

export interface FundingInput {
  readonly accountId: AccountId;
  readonly amount: DecimalAmount;
  readonly reference: string;
  /** Typed a second time; required in live. */
  readonly confirmedAmount: DecimalAmount | null;
}

export interface Funded {
  readonly accountId: AccountId;
  /** The request that a second operator decides; absent if the money was moved. */
  readonly awaits?: RecordId;
}

/** Most that the public demo operator may move at a time, in units of the currency. */
const MAX_BY_SHARED = 1_000;

/**
 * Credits a member for money that came in.
 *
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim changes
 * nothing, even concurrently: posting, claim, audit record, and reference are one statement. In live, an amount beyond the
 * operator's daily limit for the currency moves nothing: it becomes a request that another operator decides (`decideChange`).
 * The operator's total is counted under a lock, so concurrent requests can't exceed it. The public demo operator funds only
 * members of the public sandbox, at most 1,000 at a time.
 * Throws `account_not_found`, `validation_error`, `not_permitted`.
 */
export async function fundMemberAccount(
  caller: OperatorCaller,
  input: FundingInput,
  claim: IdempotencyClaim<Funded>,
): Promise<Funded> {
  const { accountId, amount, reference, confirmedAmount } = input;
  const account = await getMemberAccount(caller, accountId);
  const amountMinor = requireMinor(amount, account.currency);
  if (caller.isShared) await requireSandbox(caller, account, Number(amount));
  if (caller.environment === "live" && (confirmedAmount === null || Number(confirmedAmount) !== Number(amount))) {
    throw invalidField("confirmedAmount", "doesn’t match the amount");
  }
  const funding = { account, amountMinor, reference };
  const funded =
    caller.environment === "live"
      ? await runInTransaction((db) => writeOrAsk(db, caller, funding, claim))
      : await write(getPool(), caller, funding, { claim });
  if (!funded.awaits) announceFunding(account);
  return funded;
}

/** Keeps the public demo operator to the public sandbox and small sums. Throws `not_permitted`, `validation_error`. */
export async function requireSandbox(
  { environment }: OperatorCaller,
  { memberId }: { readonly memberId: MemberId | null },
  amount: number,
): Promise<void> {
  if (environment !== "test" || !memberId || !(await isSharedMember({ memberId }))) throw sharedOperator();
  if (amount > MAX_BY_SHARED) {
    throw invalidField("amount", `must be at most ${MAX_BY_SHARED} from a shared demo login`);
  }
}

interface ApprovedFunding {
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly askedBy: RecordId;
}

interface Funding {
  readonly account: FoundAccount;
  readonly amountMinor: bigint;
  readonly reference: string;
}

/** In the caller's transaction. */
async function writeOrAsk(
  db: Queryable,
  caller: OperatorCaller,
  funding: Funding,
  claim: IdempotencyClaim<Funded>,
): Promise<Funded> {
  const { account, amountMinor, reference } = funding;
  const { id: accountId, currency, tenantId } = account;
  if (!(await exceedsDay(db, caller, { amountMinor, currency }))) return write(db, caller, funding, { claim });
  const change = { kind: "funding", accountId, amountMinor, currency, reference, bankLineId: null } as const;
  const held = { accountId, awaits: await askApproval(db, caller, { tenantId, change }) };
  await keepAnswer(db, claim, held, caller.now);
  return held;
}

/** Counts the operator's fundings and reversals of the day, serialized until the transaction ends. */
export async function exceedsDay(
  db: Queryable,
  caller: OperatorCaller,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: Currency },
): Promise<boolean> {
  await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funding:${caller.userId}`}, 0))`);
  const actions = ["account.funded", "account.funding_reversed"];
  const earlier = await sumAuditedAmounts(db, caller, { actions, currency });
  const earlierMinor = toMinor(readAmount(earlier), currency) ?? 0n;
  return needsSecondOperator(earlierMinor + amountMinor, currency);
}

async function write(
  db: Queryable,
  caller: OperatorCaller,
  { account, amountMinor, reference }: Funding,
  { claim, askedBy }: { readonly claim: IdempotencyClaim<Funded> | null; readonly askedBy?: RecordId },
): Promise<Funded> {
  const { id: accountId, currency, memberId, tenantId } = account;
  const details = askedBy ? { askedBy } : {};
  const funding = { accountId, currency, amountMinor, tenantId, memberId, details, note: { memberId, reference } };
  await writeFunding(caller, funding, claim, { accountId }, db);
  return { accountId };
}

/** Part of the second operator's decision; call `announceFunding` after it. Throws `account_not_found`. */
export async function writeApprovedFunding(
  db: Queryable,
  caller: OperatorCaller,
  { accountId, amountMinor, reference, askedBy }: ApprovedFunding,
): Promise<FoundAccount> {
  const account = await getMemberAccount(caller, accountId);
  await write(db, caller, { account, amountMinor, reference }, { claim: null, askedBy });
  return account;
}

/** After the commit of a funding or its reversal. `memberId` is null for a float. */
export function announceFunding({
  id,
  memberId,
}: {
  readonly id: AccountId;
  readonly memberId: MemberId | null;
}): void {
  wake("deliveries");
  wake("notifications");
  if (memberId) announce(getPool(), `account:${id}`, `member:${memberId}`);
}
