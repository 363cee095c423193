import type { Queryable } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { Write } from "@/server/db/write";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { recordEvent, type Subscriber } from "@/server/domain/webhooks";
import { metrics } from "@/server/platform/metrics";
import type { RedemptionOutcome } from "../authorization";
import { type UnknownPayerRequest, unknownPayerEvent } from "./unknown-payer-event";

/** The statement of a decline with no one to belong to: an event with null ids, and the answer for a repeat. */
export async function writeUnknownCode(
  db: Queryable,
  caller: AcquirerCaller,
  write: Pick<UnknownPayerRequest, "merchantId" | "merchantReference" | "metadata"> & {
    readonly outcome: Extract<RedemptionOutcome, { row: null }>;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
  },
): Promise<void> {
  const { outcome, subscribers, claim, ...described } = write;
  const { amountMinor, currency } = outcome;
  const { tenantId, environment, now } = caller;
  const request = { instrument: "payment_code", channel: null, amountMinor, currency, claim, ...described } as const;
  const event = unknownPayerEvent(caller, request);
  await new Write()
    .add("request", sql`SELECT 1`)
    .addAll(recordAnswer<RedemptionOutcome>(claim, outcome, now, "request"))
    .addAll(recordEvent(event, subscribers, "idempotency"))
    .run(db, [`tenant:${tenantId}:${environment}`]);
  metrics().decisions.inc({ instrument: "payment_code", environment, code: "14" });
}
