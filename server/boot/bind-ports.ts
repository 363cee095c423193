import { announce, type Topic } from "@/server/db/announce";
import { listenTo } from "@/server/db/listen";
import { getPool } from "@/server/db/pool";
import { bindMailSender, findMailSender } from "@/server/domain/emails";
import { bindJobQueue } from "@/server/domain/long-jobs";
import { bindPushQueue, bindPushSender } from "@/server/domain/pushes";
import { bindWakeElsewhere, bindWork, type Found, WORKS, type Work, wake } from "@/server/domain/wake";
import { bindDeliveryQueue, bindWebhookSender, wakeDeliveriesAfterWrites } from "@/server/domain/webhooks";
import { inngest } from "@/server/inngest/client";
import { deliveryQueue } from "@/server/inngest/delivery-queue";
import { emailsWritten, newsHappened } from "@/server/inngest/events";
import { jobQueue, LONG_JOBS } from "@/server/inngest/long-jobs";
import { pushQueue } from "@/server/inngest/push-queue";
import { createSmtpSender } from "@/server/mail/smtp-sender";
import { createPushSender } from "@/server/outbound/push-sender";
import { createWebhookSender } from "@/server/outbound/webhook-sender";
import { isSendingPaused } from "@/server/platform/env";

/** Binds webhook, push, and email senders. Needed before the first request: a subscription's URL is validated by the sender. */
export function bindSenders(): void {
  bindWebhookSender(createWebhookSender());
  bindPushSender(createPushSender());
  const mail = isSendingPaused() ? null : createSmtpSender();
  if (mail) bindMailSender(mail);
}

const topicOf = (work: Work): Topic => `work:${work}`;

export function leaveBackgroundWork(): void {
  bindWakeElsewhere((work) => announce(getPool(), topicOf(work)));
  wakeDeliveriesAfterWrites();
  // Covers work that an earlier process could no longer announce.
  for (const work of WORKS) wake(work);
}

/** Starts background work left by any process's commits. Call once events have somewhere to go. */
export function doBackgroundWork(): void {
  bindDeliveryQueue(deliveryQueue);
  // Without a mail server, emails stay in the outbox.
  if (findMailSender()) bindWork("emails", () => send(emailsWritten.create({})));
  bindPushQueue(pushQueue);
  bindWork("notifications", () => send(newsHappened.create({})));
  bindJobQueue(LONG_JOBS, jobQueue);
  for (const work of WORKS) listenTo([topicOf(work)], () => wake(work));
}

async function send(event: Parameters<typeof inngest.send>[0]): Promise<Found> {
  await inngest.send(event);
  return { isMore: false };
}
