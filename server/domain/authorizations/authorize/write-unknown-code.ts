import type { Queryable } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { Write } from "@/server/db/write";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { recordEvent, type Subscriber } from "@/server/domain/webhooks";
import { metrics } from "@/server/platform/metrics";
import type { MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow, RedemptionOutcome } from "../authorization";

/** The statement of a decline with no one to belong to: an event with null ids, and the answer for a repeat. */
export async function writeUnknownCode(
  db: Queryable,
  caller: AcquirerCaller,
  write: Pick<UnknownCodeRequest, "merchantId" | "merchantReference" | "metadata"> & {
    readonly outcome: Extract<RedemptionOutcome, { row: null }>;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
  },
): Promise<void> {
  const { outcome, subscribers, claim, ...described } = write;
  const { amountMinor, currency } = outcome;
  const { tenantId, environment, now } = caller;
  const event = unknownCodeEvent(caller, { amountMinor, currency, claim, ...described });
  await new Write()
    .add("request", sql`SELECT 1`)
    .addAll(recordAnswer<RedemptionOutcome>(claim, outcome, now, "request"))
    .addAll(recordEvent(event, subscribers, "idempotency"))
    .run({ db }, [`tenant:${tenantId}:${environment}`]);
  metrics().decisions.inc({ instrument: "payment_code", environment, code: "14" });
}

interface UnknownCodeRequest {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly merchantId: MerchantId;
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly claim: { readonly key: string } | null;
}

/** The event of a decline that leaves no authorization: the code is unknown, so there is no account to write one for. */
function unknownCodeEvent({ tenantId, environment, requestId, now: at }: AcquirerCaller, request: UnknownCodeRequest) {
  const { amountMinor, currency, merchantId, merchantReference, metadata, claim } = request;
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
      channel: null,
      instrument: "payment_code",
      merchantReference,
      metadata: metadata as AuthorizationRow["metadata"],
      reasonCode: "14",
      reasonMessage: DECLINE_REASONS["14"].message,
    },
    source: claim?.key ?? requestId,
    at,
  } as const;
}
