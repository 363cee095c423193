import type { AcquirerCaller } from "@/server/domain/caller";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { DomainError } from "@/server/domain/errors";
import { recordUnanswered } from "@/server/domain/webhooks";
import { metrics } from "@/server/platform/metrics";
import { type UnknownPayerRequest, unknownPayerEvent } from "./unknown-payer-event";

/**
 * Not a record, for there is no card it could belong to; the tenant hears of it all the same (design 6), once for a
 * request however often it is sent. Not in the transaction of the decision, which the refusal would undo. Throws `14`.
 */
export async function refuseUnknownCard(
  caller: AcquirerCaller,
  request: Omit<UnknownPayerRequest, "instrument"> & {
    readonly claim: { readonly scope: string; readonly key: string; readonly meaning: string } | null;
  },
): Promise<never> {
  await recordUnanswered(unknownPayerEvent(caller, { instrument: "card", ...request }), request.claim);
  metrics().decisions.inc({ instrument: "card", environment: caller.environment, code: "14" });
  throw new DomainError("14", DECLINE_REASONS["14"].message, {
    field: caller.kind === "merchant" ? "paymentMethod" : "panToken",
  });
}
