import { eventType } from "inngest";
import { z } from "zod";

const Delivery = z.object({
  deliveryId: z.string(),
  /** How often this delivery was handed over: part of the id of the event, so that each time starts one run. */
  handoff: z.number(),
});

/** Every event of our own: its name, and the shape of its data. An event's `id` makes each function run once for it. */
export const deliveriesRequested = eventType("webhooks/delivery.requested", {
  schema: z.object({ deliveries: z.array(Delivery) }),
});

/** A delivery has failed: a run follows it from now on, instead of the one before. */
export const retryPlanned = eventType("webhooks/retry.planned", {
  schema: z.object({
    deliveryId: z.string(),
    /** The number of the run: only the newest does anything. */
    run: z.number(),
    /** The number of the attempt to come. */
    attempt: z.number(),
    /** When it is due, by real time; null: at once. */
    dueAt: z.iso.datetime().nullable(),
  }),
});

/** A delivery has ended, and not by its run. */
export const deliveryEnded = eventType("webhooks/delivery.ended", { schema: z.object({ deliveryId: z.string() }) });

/** Events are to be sent again. Which ones, the rows of their replays say. */
export const replayAsked = eventType("webhooks/replay.asked", { schema: z.object({}) });

/** Something that people should hear of. What it is, the tables say. */
export const newsHappened = eventType("notifications/news.happened", { schema: z.object({}) });

/** Something happened to these members, of which their devices are to be told. What it is, the tables say. */
export const membersTouched = eventType("pushes/members.touched", {
  schema: z.object({ memberIds: z.array(z.string()) }),
});

/** A report is to be made. */
export const reportAsked = eventType("reports/report.asked", {
  schema: z.object({
    fileId: z.string(),
    /** The number of the run: only the newest does anything. */
    run: z.number(),
    /** Not before, by real time; null: at once. */
    beginsAt: z.iso.datetime().nullable(),
  }),
});

/** An act on many records is to be done. */
export const bulkJobAsked = eventType("bulk-jobs/bulk-job.asked", {
  schema: z.object({
    jobId: z.string(),
    /** The number of the run: only the newest does anything. */
    run: z.number(),
  }),
});

/** Whether functions are called: the one that is answers with the nonce. */
export const checkAsked = eventType("health/check.asked", { schema: z.object({ nonce: z.string() }) });

/** Emails wait to be sent. Which ones, their rows say. */
export const emailsWritten = eventType("emails/emails.written", { schema: z.object({}) });
