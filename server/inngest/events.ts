import { eventType } from "inngest";
import { z } from "zod";

const Delivery = z.object({
  deliveryId: z.string(),
  /** How often this delivery was handed over. Part of the event's id, so that each hand-over starts one run. */
  handoff: z.number(),
});

/** Our own events. An event's `id` makes each function run once for it. */
export const deliveriesRequested = eventType("webhooks/delivery.requested", {
  schema: z.object({ deliveries: z.array(Delivery) }),
});

/** A delivery failed; a new run follows it from now on, replacing the previous one. */
export const retryPlanned = eventType("webhooks/retry.planned", {
  schema: z.object({
    deliveryId: z.string(),
    /** Only the run with the newest number does anything. */
    run: z.number(),
    attempt: z.number(),
    /** Due time, in real time; null for immediately. */
    dueAt: z.iso.datetime().nullable(),
  }),
});

export const replayAsked = eventType("webhooks/replay.asked", {
  schema: z.object({
    replayId: z.string(),
    run: z.number(),
  }),
});

export const newsHappened = eventType("notifications/news.happened", { schema: z.object({}) });

/** The devices of these members need a notification; the tables say which. */
export const membersTouched = eventType("pushes/members.touched", {
  schema: z.object({ memberIds: z.array(z.string()) }),
});

export const reportAsked = eventType("reports/report.asked", {
  schema: z.object({
    fileId: z.string(),
    run: z.number(),
    /** Earliest start, in real time; null for immediately. */
    beginsAt: z.iso.datetime().nullable(),
  }),
});

export const bulkJobAsked = eventType("bulk-jobs/bulk-job.asked", {
  schema: z.object({
    jobId: z.string(),
    run: z.number(),
  }),
});

export const bankStatementAsked = eventType("bank/statement.asked", {
  schema: z.object({
    statementId: z.string(),
    run: z.number(),
  }),
});

export const checkAsked = eventType("health/check.asked", { schema: z.object({ nonce: z.string() }) });

export const emailsWritten = eventType("emails/emails.written", { schema: z.object({}) });
