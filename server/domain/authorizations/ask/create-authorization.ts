import { type Attempt, runGuarded, type STALE } from "@/server/db/guarded";
import { sql } from "@/server/db/sql";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { unknownReference } from "@/server/domain/errors";
import { fallbackCurrency } from "@/server/domain/fallback-currency";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { countCardUse } from "@/server/domain/members";
import { requireMinor } from "@/server/domain/require-minor";
import { scoreRisk } from "@/server/domain/risk";
import type { PanToken } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import { MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationOutcome } from "../authorization";
import { findChannel } from "../channels";
import { type NewAuthorization, newAuthorizationRow } from "../new-authorization-row";
import { type CardFacts, cardStateAt } from "./card-use";
import { decide } from "./decide";
import { expireBeforeDeclining, type OverdueHolds, overdueHoldsBehind } from "./expire-before-declining";
import { type AuthorizationFacts, findAuthorizationFacts } from "./find-authorization-facts";
import { refuseUnknownCard, type UnknownCard } from "./refuse-unknown-card";
import { writeDecided } from "./write-decided";

/** Contract 2.1, with references and currency still as the caller wrote them. A merchant's own key names the merchant. */
interface CreateAuthorizationInput {
  readonly panToken: PanToken;
  readonly amount: DecimalAmount;
  /** Null: the card's own. */
  readonly currency: string | null;
  readonly channel: string | null;
  readonly merchant: string | null;
  readonly merchantNameRaw: string | null;
  readonly mcc: string | null;
  readonly mode: string | null;
  readonly avsResult: string | null;
  readonly cvvResult: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly merchantReference: string | null;
  /** Captures all of it at once. */
  readonly isSale: boolean;
}

/**
 * Authorizes an amount on a card: places a hold, or declines (contract 2.2). Both are recorded, with the rules that were
 * looked at, and fire their event. A sale (contract 4.5) is authorized and captured in one statement.
 *
 * Accounts: member (held up; with a sale posted down and the merchant's entry up). Invariant: no account, daily limit or count is ever overdrawn, because the statement
 * tests each in the very UPDATE that uses it up. A retry with the same claim changes nothing.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals, and `14` for a panToken that
 * names no card.
 */
export async function createAuthorization(
  caller: AcquirerCaller,
  input: CreateAuthorizationInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  const request = readReferences(caller, input);
  const decided = await expireBeforeDeclining<AuthorizationOutcome | UnknownCard>(caller.now, (mayExpire) =>
    runGuarded((attempt) => authorize(attempt, caller, { request, claim, mayExpire })),
  );
  if (!("unknownCardAt" in decided)) return decided;
  const asked = inCurrency(request, request.currency ?? fallbackCurrency(request.amount));
  return refuseUnknownCard(caller, { ...asked, merchantId: decided.unknownCardAt, claim });
}

/** With references that are known to be well-formed; the currency may still be the card's own. */
interface Asked extends CreateAuthorizationInput {
  readonly currency: Currency | null;
  readonly merchant: MerchantId | null;
}

interface AuthorizationRequest extends Asked {
  readonly currency: Currency;
  readonly amountMinor: bigint;
}

function readReferences(caller: AcquirerCaller, input: CreateAuthorizationInput): Asked {
  const { currency } = input;
  const merchant = caller.kind === "merchant" ? caller.merchantId : input.merchant;
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  if (merchant !== null && !MerchantId.is(merchant)) throw unknownReference("merchant");
  const channel = input.channel === null ? null : findChannel(input.channel);
  if (input.channel !== null && channel === null) throw unknownReference("channel");
  return { ...input, currency, merchant, channel };
}

function inCurrency(asked: Asked, currency: Currency): AuthorizationRequest {
  return { ...asked, currency, amountMinor: requireMinor(asked.amount, currency) };
}

interface AuthorizeInput {
  readonly request: Asked;
  readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  readonly mayExpire: boolean;
}

async function authorize(
  attempt: Attempt,
  caller: AcquirerCaller,
  { request: asked, claim, mayExpire }: AuthorizeInput,
): Promise<AuthorizationOutcome | UnknownCard | OverdueHolds | typeof STALE> {
  const facts = await findAuthorizationFacts(attempt, caller, asked);
  if (!facts.merchant) throw unknownReference("merchant");
  if (!facts.card) return { unknownCardAt: facts.merchant.id };
  const { card, merchant, habit } = facts;
  const request = inCurrency(asked, asked.currency ?? parseCurrency(card.accountCurrency));
  const risk = scoreRisk({ ...request, habit, hasDevice: false });
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
    risk,
  });
  const overdue = mayExpire ? overdueHoldsBehind(decision, request.amountMinor, card) : null;
  if (overdue) return overdue;
  return writeDecided(attempt.db, {
    row: newAuthorizationRow(caller, describeNew(request, facts.drawn, merchant, card), decision, risk),
    decision,
    isSale: request.isSale,
    subscribers: facts.subscribers,
    claim,
    outcomeOf: (row, transactionId) => ({ row, transactionId }),
    approvalUse: () =>
      countCardUse(card, { amountMinor: request.amountMinor, count: 1, now: caller.now }, sql`(SELECT 1) AS request`),
  });
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
    agreementId: null,
    merchantReference: request.merchantReference,
    deviceHash: null,
    accountId: card.accountId,
    currency: request.currency,
    amountMinor: request.amountMinor,
  };
}
