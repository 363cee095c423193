import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, readAmount, toMinor } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { needsSecondPerson } from "../../approvals";
import { sumAuditedAmounts } from "../../audit";
import type { OperatorCaller } from "../../caller";
import { DomainError, invalidField } from "../../errors";
import type { IdempotencyClaim } from "../../idempotency";
import { requireMinor } from "../../require-minor";
import { isSharedMember, sharedOperator } from "../../users";
import { wake } from "../../wake";
import { getMemberAccount } from "../find-member";
import { writeFunding } from "./write-funding";

export interface FundingInput {
  readonly accountId: AccountId;
  readonly amount: DecimalAmount;
  readonly reference: string;
}

export interface Funded {
  readonly accountId: AccountId;
  /** The request that a second operator decides; absent if the money was moved. */
  readonly awaits?: RecordId;
}

/** Most that the public demo operator may move at a time, in units of the currency. */
const MAX_BY_SHARED = 1_000;

/**
 * Puts test money on a member's account. In live money is never made by an act alone: it comes by a line of a bank statement
 * (`assignLine`) or from a tenant's float (`createFunding`).
 *
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim changes
 * nothing, even concurrently: posting, claim, audit record, and reference are one query. The public demo operator funds only
 * members of the public sandbox, at most 1,000 at a time.
 * Throws `account_not_found`, `validation_error`, `not_permitted`.
 */
export async function fundMemberAccount(
  caller: OperatorCaller,
  { accountId, amount, reference }: FundingInput,
  claim: IdempotencyClaim<Funded>,
): Promise<Funded> {
  const account = await getMemberAccount(caller, accountId);
  const { currency, memberId, tenantId } = account;
  const amountMinor = requireMinor(amount, currency);
  if (caller.environment === "live") {
    throw new DomainError("not_permitted", "In live, assign the line of a bank statement that brought the money.");
  }
  if (caller.isShared) await requireSandbox(caller, account, Number(amount));
  const funding = { accountId, currency, amountMinor, tenantId, memberId, note: { memberId, reference } };
  await writeFunding(caller, funding, claim, { accountId });
  announceFunding(account);
  return { accountId };
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

/** Counts the operator's fundings, reversals, and payouts given back of the day, serialized until the transaction ends. */
export async function exceedsDay(
  db: Queryable,
  caller: OperatorCaller,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: Currency },
): Promise<boolean> {
  await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funding:${caller.userId}`}, 0))`);
  const actions = ["account.funded", "account.funding_reversed", "payout.returned", "payout.failed"];
  const earlier = await sumAuditedAmounts(db, caller, { actions, currency });
  const earlierMinor = toMinor(readAmount(earlier), currency) ?? 0n;
  return needsSecondPerson(earlierMinor + amountMinor, currency);
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
