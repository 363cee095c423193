import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { fallbackCurrency } from "@/server/domain/fallback-currency";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { hashesOfPanToken } from "@/server/domain/members";
import { requireMinor } from "@/server/domain/require-minor";
import type { PanToken } from "@/server/platform/ids";
import { metrics } from "@/server/platform/metrics";
import { type DecimalAmount, isCurrency } from "@/server/platform/money";
import { MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationOutcome } from "../authorization";
import { findChannel } from "../channels";
import { CARD, type CardRequest } from "./card";
import { paymentQueue } from "./payment-queue";

/** Contract 2.1. References and currency are as the caller wrote them. A merchant's key implies the merchant. */
interface CreateAuthorizationInput extends PaymentDescription {
  readonly panToken: PanToken;
  readonly amount: DecimalAmount;
  readonly currency: string | null;
  readonly merchant: string | null;
  readonly merchantReference: string | null;
  readonly isSale: boolean;
}

/**
 * Authorizes an amount on a card: places a hold, or declines (contract 2.2). Both are recorded with the rules that were
 * checked, and fire their event. A sale (contract 4.5) is authorized and captured in one query.
 *
 * Accounts: member (held up; with a sale posted down and the merchant's entry up). Invariant: no account, daily limit, or count
 * is ever overdrawn, because the UPDATE that uses it up also tests it. A retry with the same claim changes nothing. Throws
 * `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals, and `14` for a panToken that names no card.
 */
export async function createAuthorization(
  caller: AcquirerCaller,
  input: CreateAuthorizationInput,
  claim: IdempotencyClaim<AuthorizationOutcome> | null,
): Promise<AuthorizationOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  const request = readRequest(caller, input, claim);
  const outcome = await payWithCard(request);
  if (!("unknownPayerAt" in outcome)) return outcome;
  requireMinor(request.amount, request.currency ?? fallbackCurrency(request.amount));
  // An error, not a decline: there is no card to record it against, and no one to notify.
  metrics().decisions.inc({ instrument: "card", environment: caller.environment, code: "14" });
  throw new DomainError("14", DECLINE_REASONS["14"].message, {
    field: caller.kind === "merchant" ? "paymentMethod" : "panToken",
  });
}

const payWithCard = paymentQueue(CARD);

function readRequest(
  caller: AcquirerCaller,
  input: CreateAuthorizationInput,
  claim: CardRequest["claim"],
): CardRequest {
  const { panToken, amount, currency, merchant, isSale, channel: channelName, ...described } = input;
  const merchantId = caller.kind === "merchant" ? caller.merchantId : merchant;
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  if (merchantId !== null && !MerchantId.is(merchantId)) throw unknownReference("merchant");
  const channel = channelName === null ? null : findChannel(channelName);
  if (channelName !== null && channel === null) throw unknownReference("channel");
  return {
    caller,
    panTokenHashes: hashesOfPanToken(panToken),
    merchantId,
    amount,
    currency,
    isSale,
    described: { channel, deviceHash: null, ...described },
    claim,
  };
}
