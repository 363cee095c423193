import { eventType } from "inngest";
import { z } from "zod";
import type { JobKind } from "@/server/domain/long-jobs";

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

export const newsHappened = eventType("notifications/news.happened", { schema: z.object({}) });

/** The devices of these members need a notification; the tables say which. */
export const membersTouched = eventType("pushes/members.touched", {
  schema: z.object({ memberIds: z.array(z.string()) }),
});

const Job = z.object({
  id: z.string(),
  run: z.number(),
  /** Earliest start, in real time; null for immediately. */
  startsAt: z.iso.datetime().nullable(),
});

export const jobDue = (kind: JobKind) => eventType(`jobs/${kind}.due`, { schema: Job });

export const checkAsked = eventType("health/check.asked", { schema: z.object({ nonce: z.string() }) });

export const emailsWritten = eventType("emails/emails.written", { schema: z.object({}) });
