import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
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
  write: {
    readonly outcome: Extract<RedemptionOutcome, { row: null }>;
    readonly merchantId: MerchantId;
    readonly merchantReference: string | null;
    readonly metadata: Readonly<Record<string, unknown>> | null;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
  },
): Promise<void> {
  const { outcome, merchantId, merchantReference, metadata, subscribers, claim } = write;
  const event = {
    tenantId: caller.tenantId,
    environment: caller.environment,
    type: "authorization.declined",
    sequence: 1,
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: outcome.amountMinor.toString(),
      currency: outcome.currency,
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
    source: claim?.key ?? caller.requestId,
    at: caller.now,
  } as const;
  await query(
    db,
    sql`WITH request AS (SELECT 1),
      ${recordAnswer<RedemptionOutcome>(claim, outcome, caller.now, "request")},
      ${recordEvent(event, subscribers, "idempotency")}
      SELECT 1`,
  );
  metrics().decisions.inc({ instrument: "payment_code", environment: caller.environment, code: "14" });
}
