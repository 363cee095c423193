import type { AcquirerCaller } from "@/server/domain/caller";
import { DECLINE_REASONS } from "@/server/domain/declines";
import type { MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";

export interface UnknownPayerRequest {
  readonly instrument: "card" | "payment_code";
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly channel: string | null;
  readonly merchantId: MerchantId;
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly claim: { readonly key: string } | null;
}

/** What a tenant hears of a decline that is no record, since nobody has the card or code that was to pay. */
export function unknownPayerEvent(
  { tenantId, environment, requestId, now: at }: AcquirerCaller,
  request: UnknownPayerRequest,
) {
  const { instrument, amountMinor, currency, channel, merchantId, merchantReference, metadata, claim } = request;
  return {
    tenantId,
    environment,
    type: "authorization.declined",
    sequence: 1,
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: amountMinor.toString(),
      currency,
      approvalCode: null,
      card: null,
      merchant: merchantId,
      channel,
      instrument,
      merchantReference,
      metadata: metadata as AuthorizationRow["metadata"],
      reasonCode: "14",
      reasonMessage: DECLINE_REASONS["14"].message,
    },
    source: claim?.key ?? requestId,
    at,
  } as const;
}
