import { eventType } from "inngest";
import { z } from "zod";

/** Every event of our own: its name, and the shape of its data. An event's `id` makes each function run once for it. */
export const deliveriesRequested = eventType("webhooks/delivery.requested", {
  schema: z.object({
    deliveries: z.array(
      z.object({
        deliveryId: z.string(),
        /** How often this delivery was handed over: part of the id of the event, so that each time starts one run. */
        handoff: z.number(),
      }),
    ),
  }),
});

/** Something that people should hear of. What it is, the tables say. */
export const newsHappened = eventType("notifications/news.happened", { schema: z.object({}) });

/** Emails wait to be sent. Which ones, their rows say. */
export const emailsWritten = eventType("emails/emails.written", { schema: z.object({}) });
