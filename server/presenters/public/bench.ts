import { isDeclineCode } from "@/server/contracts/decline-reasons";
import { BENCH_WEBHOOK_SECRET } from "@/server/contracts/demo";
import type { BenchEntry, BenchPaid } from "@/server/contracts/portal/public/bench-run";
import { currentStatus, matchWords, type RedemptionOutcome, rescueUntil } from "@/server/domain/authorizations";
import type { DemoMoveOutcome, DemoRecord } from "@/server/domain/sandbox";
import { SubscriptionId } from "@/server/platform/noun-ids";
import { presentWebhookRequest } from "../rest/webhook-request";
import { presentAmount, presentDate } from "../shared/values";

const SUBSCRIPTION = SubscriptionId.parse("TESTsubscription1");

/** The part of a step that is stored for repeats; the rest is read again. */
export function presentBenchAct(outcome: RedemptionOutcome | DemoMoveOutcome) {
  const row = "row" in outcome ? outcome.row : null;
  const isDecided = "row" in outcome;
  return {
    recordId: row?.rootId ?? null,
    outcome: isDecided ? (row?.outcome ?? ("declined" as const)) : ("done" as const),
    reason: row && isDeclineCode(row.responseCode) ? row.responseCode : null,
    transactionId: transactionOf(outcome),
  };
}

function transactionOf(outcome: RedemptionOutcome | DemoMoveOutcome): string | null {
  if ("transaction" in outcome) return outcome.transaction.transactionId;
  return "transactionId" in outcome ? outcome.transactionId : null;
}

export function presentBenchStep(
  act: Omit<ReturnType<typeof presentBenchAct>, "recordId">,
  { family, entries, events }: DemoRecord,
  now: Date,
): BenchPaid {
  const { root } = family;
  const { status, figures, holdMinor } = currentStatus({ ...family, target: root }, now);
  const amount = (minor: bigint) => presentAmount(minor, root.currency);
  const isApproved = root.outcome === "approved";
  return {
    kind: "payment",
    ...act,
    payment: {
      recordId: root.id,
      authorizationId: root.authorizationNumber,
      status,
      authorized: amount(figures.amountMinor),
      held: isApproved ? amount(holdMinor) : 0,
      captured: amount(figures.capturedMinor),
      voided: amount(figures.voidedMinor),
      refunded: amount(figures.refundedMinor),
      approvalCode: root.approvalCode,
      matchWords: matchWords(root),
      allowUntil: isApproved ? null : presentDate(rescueUntil(root.decision)),
    },
    entries: entries.flatMap(({ postingId, kind, accountKind, amountMinor }): BenchEntry[] =>
      kind === "capture" || kind === "refund" ? [{ postingId, kind, accountKind, amount: amount(amountMinor) }] : [],
    ),
    events: events.map((event) => {
      const { id, type, idempotencyKey, createdAt: at } = event;
      const signing = { subscriptionId: SUBSCRIPTION, secret: BENCH_WEBHOOK_SECRET, at };
      return { id, type, ...presentWebhookRequest({ deliveryId: id, event, idempotencyKey, ...signing }) };
    }),
  };
}
