import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import type { DecimalAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { requireMinor } from "../require-minor";
import { isSharedMember, sharedOperator } from "../users";
import { type FoundAccount, getMemberAccount } from "./find-member";
import { writeFunding } from "./write-funding";

export interface FundingInput {
  readonly accountId: AccountId;
  readonly amount: DecimalAmount;
  /** What the money is: a bank's reference. */
  readonly reference: string;
  /** Typed a second time; requested in live. */
  readonly confirmedAmount: DecimalAmount | null;
}

export interface Funded {
  readonly accountId: AccountId;
}

/** What a publicly known operator puts on an account of the sandbox at a time, in units of its currency. */
const MAX_BY_SHARED = 1_000;

/**
 * Money came in for a member.
 *
 * Accounts: network (entry down), member (posted up). Invariant: the posting sums to zero. A retry with the same claim
 * changes nothing, however many come at a time: posting, claim, audit record and the reference are one statement.
 * A publicly known operator funds the sandbox's own members only, at most 1,000 at a time.
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
  if (caller.isShared) await requireSandbox(caller, account, amount);
  if (caller.environment === "live" && (confirmedAmount === null || Number(confirmedAmount) !== Number(amount))) {
    throw invalidField("confirmedAmount", "doesn’t match the amount");
  }
  await write(caller, { account, amountMinor, reference }, claim);
  return { accountId: account.id };
}

async function requireSandbox(
  { environment }: OperatorCaller,
  { memberId }: FoundAccount,
  amount: DecimalAmount,
): Promise<void> {
  if (environment !== "test" || !(await isSharedMember({ memberId }))) throw sharedOperator();
  if (Number(amount) > MAX_BY_SHARED) {
    throw invalidField("amount", `must be at most ${MAX_BY_SHARED} from a shared demo login`);
  }
}

interface Funding {
  readonly account: FoundAccount;
  readonly amountMinor: bigint;
  readonly reference: string;
}

async function write(
  caller: OperatorCaller,
  { account, amountMinor, reference }: Funding,
  claim: IdempotencyClaim<Funded>,
): Promise<void> {
  const { id: accountId, currency, memberId, tenantId } = account;
  const funding = { accountId, currency, amountMinor, tenantId, details: { memberId }, note: { memberId, reference } };
  await writeFunding(caller, funding, claim, { accountId });
  announce(getPool(), `account:${accountId}`, `member:${memberId}`);
}
