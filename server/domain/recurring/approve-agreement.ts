import { type Attempt, runGuarded } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { Write } from "@/server/db/write";
import { AccountId } from "@/server/platform/noun-ids";
import { auditPart } from "../audit";
import type { MemberCaller } from "../caller";
import { isDue } from "../declines";
import { DomainError, unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { resolveNotices } from "../notifications";
import {
  codeEvent,
  MAY_BECOME_AGREEMENT,
  nextUseFrom,
  type PaymentCodeRow,
  spendOnAgreement,
  usesLeft,
} from "../payment-codes";
import { requireOneClock } from "../sandbox-clock";
import { findSubscribers, type Published, recordEvents } from "../webhooks";
import { type AgreementRow, answerOnRecord, requireAnswerable } from "./agreement";
import { agreementEvent } from "./agreement-events";
import { getAgreement } from "./get-agreement";
import { type MemberLimits, readLimits } from "./read-limits";

interface ApproveAgreementInput extends MemberLimits {
  readonly id: string;
  /** Another account of the member, in the agreement's currency. */
  readonly account: string | null;
}

/**
 * The member approves: from now on the merchant may charge, within what was requested and the member's limits. A code that the
 * request came with is used up in the same query.
 *
 * Accounts: none. Invariant: neither the request nor the approval changes later (triggers), so the member approves what was
 * shown; nothing stays unbounded unless the member said so (a check). A retry with the same claim changes nothing.
 * Throws `recurring_authorization_not_found`, `recurring_authorization_not_pending`, `payment_code_not_usable`,
 * `invalid_reference`, `validation_error`, `sandbox_clocks_differ`.
 */
export async function approveAgreement(
  caller: MemberCaller,
  input: ApproveAgreementInput,
  claim: IdempotencyClaim<AgreementRow> | null,
): Promise<AgreementRow> {
  return runGuarded(async (attempt) => {
    const agreement = await getAgreement(caller, input, attempt);
    await requireOneClock("member", agreement, caller.memberId, attempt.db);
    requireAnswerable(agreement, "approve", caller.now);
    const approved: AgreementRow = {
      ...agreement,
      status: "active",
      accountId: await chooseAccount(attempt, caller, agreement, input.account),
      ...readLimits(agreement, input),
      approvedAt: caller.now,
      version: agreement.version + 1,
    };
    const code = await requireUsableCode(attempt, agreement, caller.now);
    await write(attempt, caller, approved, {
      code,
      claim,
      events: await eventsOf(attempt, approved, code, caller.now),
    });
    return approved;
  }, caller.standing);
}

async function chooseAccount(
  { db }: Attempt,
  caller: MemberCaller,
  agreement: AgreementRow,
  account: string | null,
): Promise<AccountId> {
  if (account === null) return agreement.accountId;
  if (!AccountId.is(account)) throw unknownReference("account");
  const [own] = await query(
    db,
    sql`SELECT 1 FROM accounts WHERE id = ${account} AND member_id = ${caller.memberId}
      AND currency = ${agreement.currency}`,
  );
  if (!own) throw unknownReference("account");
  return account;
}

/** The code that the approval uses up; null if the request came without one. */
async function requireUsableCode(
  { db, isLocking }: Attempt,
  agreement: AgreementRow,
  now: Date,
): Promise<PaymentCodeRow | null> {
  if (agreement.paymentCodeId === null) return null;
  const [code] = await query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE id = ${agreement.paymentCodeId} AND ${MAY_BECOME_AGREEMENT}
      ${isLocking ? sql`FOR NO KEY UPDATE` : sql``}`,
  );
  if (code && bearsTerms(code, agreement, now)) return code;
  throw new DomainError("payment_code_not_usable", "The payment code behind the request can no longer be used.");
}

/** False if a use since the request would let the agreement charge more often than the code, or was another merchant's. */
function bearsTerms(code: PaymentCodeRow, { chargeLimit, merchantId }: AgreementRow, now: Date): boolean {
  const isTheirs = code.merchantId === null || code.merchantId === merchantId;
  return isTheirs && usesLeft(code) === chargeLimit && isDue(nextUseFrom(code), now);
}

/** For the agreement and its code, which may be another tenant's. */
async function eventsOf(
  { db }: Attempt,
  approved: AgreementRow,
  code: PaymentCodeRow | null,
  now: Date,
): Promise<Published[]> {
  const spent = code && codeEvent("payment_code.used", { ...code, status: "used", uses: code.uses + 1 }, now);
  const events = [agreementEvent("agreement.approved", approved, now), ...(spent ? [spent] : [])];
  const published: Published[] = [];
  for (const event of events) published.push({ event, subscribers: await findSubscribers(event, [event.type], db) });
  return published;
}

async function write(
  { db }: Attempt,
  caller: MemberCaller,
  approved: AgreementRow,
  {
    code,
    claim,
    events,
  }: {
    readonly code: PaymentCodeRow | null;
    readonly claim: IdempotencyClaim<AgreementRow> | null;
    readonly events: readonly Published[];
  },
): Promise<void> {
  const { now } = caller;
  const { id, accountId, memberMaxMinor, memberInterval, isWithoutLimit, version } = approved;
  const agreement = sql`UPDATE recurring_agreements SET status = 'active', account_id = ${accountId},
      member_max_minor = ${memberMaxMinor}, member_interval = ${memberInterval}::recurring_interval,
      is_without_limit = ${isWithoutLimit}, approved_at = ${now}, version = version + 1
    WHERE id = ${id} AND version = ${version - 1} AND status = 'pending'
    RETURNING id`;
  const write = new Write().require("agreement", agreement, 1);
  if (code) write.require("code", spendOnAgreement(code, now, "agreement"), 1);
  await write
    .addAll(auditPart(caller, answerOnRecord("approved", approved), "agreement"))
    .addAll(resolveNotices({ cause: `agreement:${id}`, of: approved, now }, "agreement"))
    .addAll(recordAnswer(claim, approved, now, "agreement"))
    .addAll(recordEvents(events, "agreement"))
    .run({ db }, [`member:${approved.memberId}`, `tenant:${approved.tenantId}:${approved.environment}`]);
}
