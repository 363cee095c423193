import { type Attempt, runGuarded, type STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requireActiveTenant } from "@/server/domain/authority";
import type { MerchantCaller } from "@/server/domain/caller";
import type { Decision } from "@/server/domain/declines";
import { unknownReference } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { type AgreementRow, countCharge, decideCharge, getAgreement } from "@/server/domain/recurring";
import { requireMinor } from "@/server/domain/require-minor";
import { type RiskAssessment, scoreRisk } from "@/server/domain/risk";
import { type Subscriber, selectSubscribers } from "@/server/domain/webhooks";
import { type Currency, type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import type { AuthorizationOutcome, AuthorizationRow } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { newAuthorizationRow } from "../new-authorization-row";
import { overdueHoldsOf } from "./card-use";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { type HabitFacts, selectHabit, toHabit } from "./habit";
import { writeDecided } from "./write-decided";

interface ChargeAgreementInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  /** Null: the agreement's own. */
  readonly currency: string | null;
  readonly merchantReference: string | null;
}

interface Charge extends ChargeAgreementInput {
  readonly currency: Currency | null;
  readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
}

const MODE_RECURRING = "03";

/**
 * Charges an agreement without the member: a sale, marked merchant-initiated (contract 4.5), or a decline. Both are recorded
 * and fire their events.
 *
 * Accounts: member (posted down), merchant (entry up). Invariant: decided under the agreement's row, so that a charge
 * that races a revocation is either before it or refused, and none is too early or one too many. A retry with the same
 * claim changes nothing.
 * Throws `tenant_suspended`, `recurring_authorization_not_found`, `invalid_reference`, `validation_error` on too many
 * decimals.
 */
export async function chargeAgreement(
  caller: MerchantCaller,
  input: ChargeAgreementInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requireActiveTenant(caller);
  const { currency } = input;
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const request = { ...input, currency, claim };
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => charge(attempt, caller, request, mayExpire)),
  );
}

interface FactsRow {
  readonly drawn: bigint;
  readonly merchantStatus: "active" | "suspended";
  readonly merchantMcc: string;
  readonly availableMinor: bigint;
  readonly overdueMinor: bigint;
  readonly habit: HabitFacts;
  readonly subscribers: Subscriber[];
}

/** When it must lock, the agreement is locked already; its account comes next, as everywhere. */
async function findFacts(
  { db, isLocking }: Attempt,
  caller: MerchantCaller,
  agreement: AgreementRow,
): Promise<FactsRow> {
  const { tenantId, environment, merchantId, now } = caller;
  if (isLocking) {
    await query(db, sql`SELECT id FROM accounts WHERE id = ${agreement.accountId} FOR NO KEY UPDATE`);
  }
  const [row] = await query<FactsRow>(
    db,
    sql`SELECT nextval('authorization_number_seq') AS drawn, m.status AS merchant_status, m.mcc AS merchant_mcc,
        a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor, ${overdueHoldsOf(now)} AS overdue_minor,
        ${selectSubscribers(tenantId, environment)} AS subscribers,
        ${selectHabit({ now, merchantId: sql`m.id`, deviceHash: null })} AS habit
      FROM accounts a, merchants m WHERE a.id = ${agreement.accountId} AND m.id = ${merchantId}`,
  );
  if (!row) throw new Error("an agreement without its account");
  return row;
}

async function charge(
  attempt: Attempt,
  caller: MerchantCaller,
  request: Charge,
  mayExpire: boolean,
): Promise<AuthorizationOutcome | OverdueHolds | typeof STALE> {
  const { claim, merchantReference } = request;
  const agreement = await getAgreement(caller, request, attempt);
  const currency = request.currency ?? parseCurrency(agreement.currency);
  const amountMinor = requireMinor(request.amount, currency);
  const facts = await findFacts(attempt, caller, agreement);
  const { merchantStatus, availableMinor, subscribers } = facts;
  const risk = scoreRisk({
    amountMinor,
    mode: MODE_RECURRING,
    avsResult: null,
    cvvResult: null,
    hasDevice: false,
    habit: toHabit(facts.habit),
  });
  const { now } = caller;
  const decision = decideCharge({ now, amountMinor, currency, merchantStatus, agreement, availableMinor, risk });
  const account = { ...facts, accountId: agreement.accountId };
  const overdue = mayExpire ? overdueHoldsBehind(decision, amountMinor, account) : null;
  if (overdue) return overdue;
  return writeDecided(attempt.db, {
    row: newRow(caller, { amountMinor, currency, merchantReference }, { ...facts, agreement }, decision, risk),
    decision,
    isSale: true,
    subscribers,
    claim,
    outcomeOf: (row, transactionId) => ({ row, transactionId }),
    approvalUse: () => countCharge(agreement, now),
  });
}

function newRow(
  caller: MerchantCaller,
  asked: Pick<AuthorizationRow, "amountMinor" | "currency" | "merchantReference">,
  { agreement, drawn, merchantMcc }: FactsRow & { readonly agreement: AgreementRow },
  decision: Decision,
  risk: RiskAssessment,
): AuthorizationRow {
  return newAuthorizationRow(
    caller,
    {
      drawn,
      parent: null,
      merchantId: caller.merchantId,
      merchantNameRaw: null,
      mcc: merchantMcc,
      channel: RECURRING_CHANNEL,
      mode: MODE_RECURRING,
      avsResult: null,
      cvvResult: null,
      metadata: null,
      cardId: null,
      paymentCodeId: null,
      agreementId: agreement.id,
      deviceHash: null,
      accountId: agreement.accountId,
      ...asked,
    },
    decision,
    risk,
  );
}
