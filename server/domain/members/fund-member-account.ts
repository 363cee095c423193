import { announce } from "@/server/db/announce";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { DecimalAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { auditPart } from "../audit";
import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { ensureNetworkAccount, postFunding } from "../ledger";
import { requireMinor } from "../require-minor";
import { isSharedMember, sharedOperator } from "../users";
import { type FoundAccount, getMemberAccount } from "./find-member";

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
  await write(caller, { account, amountMinor, reference, amount }, claim);
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
  readonly amount: DecimalAmount;
  readonly reference: string;
}

async function write(
  caller: OperatorCaller,
  { account, amountMinor, amount, reference }: Funding,
  claim: IdempotencyClaim<Funded>,
): Promise<void> {
  const { environment, now } = caller;
  const { id: accountId, currency, memberId, tenantId } = account;
  const networkAccountId = await ensureNetworkAccount(getPool(), { environment, currency, createdAt: now });
  const posting = {
    id: newRecordId(now),
    kind: "funding",
    environment,
    currency,
    authorizationId: null,
    createdAt: now,
  } as const;
  const audited = {
    action: "account.funded",
    subject: { kind: "account", id: accountId },
    tenantId,
    details: { amount, currency, memberId, postingId: posting.id },
  };
  const note = { postingId: posting.id, memberId, reference, createdAt: now };
  await query(
    getPool(),
    sql`WITH ${postFunding({ posting, accountId, networkAccountId, amountMinor }, "(SELECT 1) AS request")},
      ${recordAnswer(claim, { accountId }, now, "account")}, ${auditPart(caller, audited, "account")},
      noted AS (${insertRows("funding_references", [note], "account")}) SELECT 1`,
  );
  announce(getPool(), `account:${accountId}`, `member:${memberId}`);
}
