import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { sql } from "@/server/db/sql";
import { isRecordId, type PanToken } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency } from "@/server/platform/money";
import type { TenantCaller } from "../caller";
import { DomainError, unknownReference } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { recordUnanswered } from "../webhooks";
import type { AuthorizationOutcome } from "./authorization";
import { type CardFacts, cardStateAt, countCardUse } from "./card-use";
import { findChannel } from "./channels";
import { decide } from "./decide";
import { DECLINE_REASONS } from "./decline-reasons";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { type AuthorizationFacts, findAuthorizationFacts } from "./find-authorization-facts";
import { type NewAuthorization, newAuthorizationRow } from "./new-authorization-row";
import { requireMinor } from "./require-minor";
import { writeApproval } from "./write-approval";
import { writeDecline } from "./write-decline";

/** Spec 2.1, with references and currency still as the caller wrote them. */
interface CreateAuthorizationInput {
  readonly panToken: PanToken;
  readonly amount: DecimalAmount;
  readonly currency: string | null;
  readonly channel: string | null;
  readonly merchant: string | null;
  readonly merchantNameRaw: string | null;
  readonly mcc: string | null;
  readonly mode: string | null;
  readonly avsResult: string | null;
  readonly cvvResult: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const DEFAULT_CURRENCY = "USD";

/**
 * Authorizes an amount on a card: places a hold, or declines (spec 2.2). Both are recorded, with the rules that were
 * looked at, and fire their event.
 *
 * Accounts: member (held up). Invariant: no account, daily limit or count is ever overdrawn, because the statement
 * tests each in the very UPDATE that uses it up. A retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals, and `14` for a panToken that
 * names no card.
 */
export async function createAuthorization(
  caller: TenantCaller,
  input: CreateAuthorizationInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  if (caller.isTenantSuspended) throw new DomainError("tenant_suspended", "The tenant is suspended.");
  const request = readReferences(input);
  return expireBeforeDeclining(caller.now, (mayExpire) =>
    runGuarded((attempt) => authorize(attempt, caller, { request, claim, mayExpire })),
  );
}

interface AuthorizationRequest extends CreateAuthorizationInput {
  readonly currency: Currency;
  readonly channel: string | null;
  readonly amountMinor: bigint;
}

function readReferences(input: CreateAuthorizationInput): AuthorizationRequest {
  const currency = input.currency ?? DEFAULT_CURRENCY;
  if (!isCurrency(currency)) throw unknownReference("currency");
  if (input.merchant !== null && !isRecordId(input.merchant)) throw unknownReference("merchant");
  const channel = input.channel === null ? null : findChannel(input.channel);
  if (input.channel !== null && channel === null) throw unknownReference("channel");
  return { ...input, currency, channel, amountMinor: requireMinor(input.amount, currency) };
}

interface AuthorizeInput {
  readonly request: AuthorizationRequest;
  readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  readonly mayExpire: boolean;
}

async function authorize(
  attempt: Attempt,
  caller: TenantCaller,
  { request, claim, mayExpire }: AuthorizeInput,
): Promise<AuthorizationOutcome | OverdueHolds | typeof STALE> {
  const facts = await findAuthorizationFacts(attempt, caller, request);
  if (!facts.merchant) throw unknownReference("merchant");
  if (!facts.card) return refuseUnknownCard(attempt, caller, request, facts.merchant.id, claim);
  const { card, merchant } = facts;
  const decision = decide({
    now: caller.now,
    amountMinor: request.amountMinor,
    transactionMinor: request.amountMinor,
    currency: request.currency,
    mcc: request.mcc ?? merchant.mcc,
    channel: request.channel,
    mode: request.mode,
    isNewTransaction: true,
    merchantStatus: merchant.status,
    accountCurrency: card.accountCurrency,
    availableMinor: card.availableMinor,
    card: cardStateAt(card, caller.now),
  });
  const overdue = mayExpire ? overdueHoldsBehind(decision, request.amountMinor, card) : null;
  if (overdue) return overdue;
  const row = newAuthorizationRow(caller, describeNew(request, facts.drawn, merchant, card), decision);
  const outcome = { row, hint: decision.outcome === "declined" ? decision.hint : {} };
  const write = { row, outcome, subscribers: facts.subscribers, claim };
  if (decision.outcome === "declined") {
    await writeDecline(attempt.db, write);
    return outcome;
  }
  const use = countCardUse(
    card,
    { amountMinor: row.amountMinor, count: 1, now: caller.now },
    sql`(SELECT 1) AS request`,
  );
  return (await writeApproval(attempt.db, { ...write, use })) ? outcome : STALE;
}

function describeNew(
  request: AuthorizationRequest,
  drawn: bigint,
  merchant: NonNullable<AuthorizationFacts["merchant"]>,
  card: CardFacts,
): NewAuthorization {
  return {
    drawn,
    parent: null,
    merchantId: merchant.id,
    merchantNameRaw: request.merchantNameRaw,
    mcc: request.mcc ?? merchant.mcc,
    channel: request.channel,
    mode: request.mode,
    avsResult: request.avsResult,
    cvvResult: request.cvvResult,
    metadata: request.metadata,
    cardId: card.cardId,
    paymentCodeId: null,
    deviceHash: null,
    accountId: card.accountId,
    currency: request.currency,
    amountMinor: request.amountMinor,
  };
}

/** Not a record, for there is no card it could belong to; the tenant hears of it all the same (design 6). */
async function refuseUnknownCard(
  { db }: Attempt,
  caller: TenantCaller,
  request: AuthorizationRequest,
  merchantId: string,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<never> {
  const reason = DECLINE_REASONS["14"];
  await recordUnanswered(db, {
    tenantId: caller.tenantId,
    environment: caller.environment,
    type: "authorization.declined",
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: request.amountMinor.toString(),
      currency: request.currency,
      approvalCode: null,
      card: null,
      merchant: merchantId,
      channel: request.channel,
      reasonCode: "14",
      reasonMessage: reason.message,
    },
    source: claim?.key ?? caller.requestId,
    at: caller.now,
    claim,
  });
  throw new DomainError("14", reason.message, { field: "panToken" });
}
