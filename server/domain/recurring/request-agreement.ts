import { INTERVALS } from "@/server/contracts/choices";
import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { requireActiveTenant } from "@/server/domain/authority";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import type { MerchantCaller } from "../caller";
import { DomainError, invalidField, unknownReference } from "../errors";
import { fallbackCurrency } from "../fallback-currency";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { findPaymentCode, type PaymentCodeRow, presentPin, usesLeft } from "../payment-codes";
import { requireMinor } from "../require-minor";
import { requireOneClock } from "../sandbox-clock";
import { findSubscribers, type Published, recordEvents } from "../webhooks";
import { type AgreementRow, askedCapOf, hasEnded } from "./agreement";
import { agreementEvent } from "./agreement-events";
import { decideRequest, findOldestCurrency, type Payer, type RequestDecline } from "./decide-request";

/** Contract 4.5: exactly one of `memberId` and `paymentCode`; the code is normalized. */
export interface RequestAgreementInput {
  readonly memberId: string | null;
  readonly paymentCode: string | null;
  readonly pin: string | null;
  readonly merchantReference: string;
  readonly description: string;
  readonly amount: DecimalAmount | null;
  readonly maxAmount: DecimalAmount | null;
  /** Null means the code's currency, or that of the member's oldest account. */
  readonly currency: string | null;
  readonly interval: "daily" | "weekly" | "monthly" | null;
  readonly endsOn: Date | null;
}

/** A pending request, or why the code does not allow one. */
export type RequestOutcome = { readonly agreement: AgreementRow } | ({ readonly agreement: null } & RequestDecline);

const ANSWER_WITHIN_MS = 7 * DAY_MS;
/** Unanswered requests per merchant and member. */
const MAX_PENDING = 10;

/**
 * Asks a member, by id or by code, for the right to charge again (contract 2.11); nothing can be charged before the member
 * approves. A wrong PIN counts as a try, in the same query.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error`, `recurring_request_limit_reached`,
 * `sandbox_clocks_differ`.
 */
export async function requestAgreement(
  caller: MerchantCaller,
  input: RequestAgreementInput,
  claim: IdempotencyClaim<RequestOutcome> | null,
): Promise<RequestOutcome> {
  requireActiveTenant(caller);
  if (input.currency !== null && !isCurrency(input.currency)) throw unknownReference("currency");
  await requireUnanswered(claim);
  const code =
    input.paymentCode === null ? null : await findPaymentCode(getPool(), caller.environment, input.paymentCode);
  const currency = input.currency ?? (await ownCurrency(caller, input, code));
  const amounts = {
    amountMinor: readMinor("amount", input.amount, currency),
    maxAmountMinor: readMinor("maxAmount", input.maxAmount, currency),
  };
  const pinCheck =
    input.paymentCode === null
      ? null
      : await presentPin(caller, code, { code: input.paymentCode, pin: input.pin, isRecurring: false });
  const requested = await runGuarded<RequestOutcome>(async (attempt) => {
    const { decline, payer, codeEffect, codeEvents } = await decideRequest(attempt, caller, {
      ...input,
      currency,
      amountMinor: amounts.amountMinor,
      pinCheck,
    });
    if (decline !== null) {
      const outcome = { agreement: null, ...decline };
      return (await write(attempt, { outcome, codeEffect, events: codeEvents, claim, at: caller.now }))
        ? outcome
        : STALE;
    }
    if (!payer) throw new Error("an accepted request without its member");
    const { endsOn } = input;
    if (hasEnded({ endsOn, timeZone: payer.timeZone }, caller.now))
      throw invalidField("endsOn", "must not be in the past");
    await requireOneClock("merchant", caller, payer.memberId, attempt.db);
    await requireRoom(attempt, caller, payer.memberId);
    const outcome = { agreement: newAgreement(caller, input, { ...amounts, currency, payer }) };
    const event = agreementEvent("agreement.requested", outcome.agreement, caller.now);
    const events = [...codeEvents, { event, subscribers: await findSubscribers(event, [event.type], attempt.db) }];
    return (await write(attempt, { outcome, codeEffect, events, claim, at: caller.now })) ? outcome : STALE;
  }, caller.standing);
  if (requested.agreement) wake("notifications");
  return requested;
}

/** The currency of the account that would pay. Without one, it only has to fit the amounts of a request that is refused. */
async function ownCurrency(
  caller: MerchantCaller,
  { memberId, amount, maxAmount }: RequestAgreementInput,
  code: PaymentCodeRow | null,
): Promise<Currency> {
  const own = code?.currency ?? (await findOldestCurrency(caller, memberId));
  return own === null ? fallbackCurrency(amount, maxAmount) : parseCurrency(own);
}

function readMinor(field: string, amount: DecimalAmount | null, currency: Currency): bigint | null {
  return amount === null ? null : requireMinor(amount, currency, field);
}

async function requireRoom({ db }: Attempt, caller: MerchantCaller, memberId: MemberId): Promise<void> {
  const pending = await query<{ id: RecordId }>(
    db,
    sql`SELECT id FROM recurring_agreements WHERE member_id = ${memberId} AND merchant_id = ${caller.merchantId}
      AND status = 'pending' AND expires_at > ${caller.now} LIMIT ${MAX_PENDING}`,
  );
  if (pending.length < MAX_PENDING) return;
  throw new DomainError("recurring_request_limit_reached", `This member already has ${MAX_PENDING} pending requests.`, {
    details: { limit: MAX_PENDING },
  });
}

function newAgreement(
  caller: MerchantCaller,
  input: RequestAgreementInput,
  terms: { amountMinor: bigint | null; maxAmountMinor: bigint | null; currency: string; payer: Payer },
): AgreementRow {
  const { payer, amountMinor, maxAmountMinor, currency } = terms;
  const { memberId, accountId, code } = payer;
  return {
    id: newRecordId(caller.now),
    tenantId: caller.tenantId,
    environment: caller.environment,
    merchantId: caller.merchantId,
    memberId,
    accountId,
    paymentCodeId: code?.id ?? null,
    status: "pending",
    merchantReference: input.merchantReference,
    description: input.description,
    currency,
    memberMaxMinor: null,
    memberInterval: null,
    isWithoutLimit: false,
    ...boundTerms({ amountMinor, maxAmountMinor, interval: input.interval, endsOn: input.endsOn }, code),
    expiresAt: new Date(caller.now.getTime() + ANSWER_WITHIN_MS),
    nextChargeOn: null,
    timeZone: payer.timeZone,
    charges: 0,
    firstChargedAt: null,
    lastChargedAt: null,
    createdAt: caller.now,
    approvedAt: null,
    deniedAt: null,
    revokedAt: null,
    revokedBy: null,
    revokeReason: null,
    version: 0,
  };
}

type Terms = Pick<AgreementRow, "amountMinor" | "maxAmountMinor" | "interval" | "endsOn">;

/** The stricter of the merchant's request and the code's terms. */
function boundTerms(asked: Terms, code: PaymentCodeRow | null): Terms & Pick<AgreementRow, "chargeLimit"> {
  if (!code) return { ...asked, chargeLimit: null };
  const rank = (interval: Terms["interval"]) => (interval === null ? -1 : INTERVALS.indexOf(interval));
  const askedCap = askedCapOf(asked);
  const isCapLower = code.maxAmountMinor !== null && (askedCap === null || code.maxAmountMinor < askedCap);
  const isEndSooner = code.recurringThru !== null && (asked.endsOn === null || code.recurringThru < asked.endsOn);
  return {
    amountMinor: asked.amountMinor,
    maxAmountMinor: isCapLower ? code.maxAmountMinor : asked.maxAmountMinor,
    interval: rank(code.recurringInterval) > rank(asked.interval) ? code.recurringInterval : asked.interval,
    endsOn: isEndSooner ? code.recurringThru : asked.endsOn,
    chargeLimit: usesLeft(code),
  };
}

/** One query: the code's change → agreement, idempotency row, events. False if the code has changed. */
async function write(
  { db }: Attempt,
  {
    outcome,
    codeEffect,
    events,
    claim,
    at,
  }: {
    readonly outcome: RequestOutcome;
    readonly codeEffect: Sql | null;
    readonly events: readonly Published[];
    readonly claim: IdempotencyClaim<RequestOutcome> | null;
    readonly at: Date;
  },
): Promise<boolean> {
  const rows = outcome.agreement ? [outcome.agreement] : [];
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH code AS (${codeEffect ?? sql`SELECT 1`}),
      agreement AS (${insertRows("recurring_agreements", rows, "code")}),
      ${recordAnswer(claim, outcome, at, "code")}
      ${events.length === 0 ? sql`` : sql`, ${recordEvents(events, "code")}`}
      SELECT EXISTS (SELECT 1 FROM code) AS is_written`,
  );
  if (!result?.isWritten) return false;
  if (outcome.agreement) {
    const { memberId, tenantId, environment } = outcome.agreement;
    announce(db, `member:${memberId}`, `tenant:${tenantId}:${environment}`);
  }
  return true;
}
