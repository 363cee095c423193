import type { Queryable } from "@/server/db/query";
import type { AcquirerCaller } from "../caller";
import { DECLINE_REASONS } from "../declines";
import { DomainError } from "../errors";
import { recordUnanswered } from "../webhooks";

/** Not a record, for there is no card it could belong to; the tenant hears of it all the same (design 6). Throws `14`. */
export async function refuseUnknownCard(
  db: Queryable,
  caller: AcquirerCaller,
  request: {
    readonly amountMinor: bigint;
    readonly currency: string;
    readonly channel: string | null;
    readonly merchantId: string;
    readonly claim: { readonly scope: string; readonly key: string } | null;
  },
): Promise<never> {
  const { amountMinor, currency, channel, merchantId, claim } = request;
  const reason = DECLINE_REASONS["14"];
  await recordUnanswered(db, {
    tenantId: caller.tenantId,
    environment: caller.environment,
    type: "authorization.declined",
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: amountMinor.toString(),
      currency,
      approvalCode: null,
      card: null,
      merchant: merchantId,
      channel,
      reasonCode: "14",
      reasonMessage: reason.message,
    },
    source: claim?.key ?? caller.requestId,
    at: caller.now,
    claim,
  });
  throw new DomainError("14", reason.message, {
    field: caller.kind === "merchant" ? "paymentMethod" : "panToken",
  });
}
