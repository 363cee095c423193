import { bindMailBell, bindMailSender } from "@/server/domain/emails";
import { bindNewsBell } from "@/server/domain/notifications";
import { ringMail } from "@/server/inngest/mail-bell";
import { ringNews } from "@/server/inngest/news-bell";
import { createSmtpSender } from "@/server/mail/smtp-sender";

/** Once events have somewhere to go. Without a mail server letters are kept, and there is nobody to ring for them. */
export function bindMail(): void {
  bindNewsBell(ringNews);
  const sender = createSmtpSender();
  if (!sender) return;
  bindMailSender(sender);
  bindMailBell(ringMail);
}
