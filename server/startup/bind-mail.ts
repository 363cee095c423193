import { bindMailBell, bindMailSender } from "@/server/domain/emails";
import { ringMail } from "@/server/inngest/mail-bell";
import { createSmtpSender } from "@/server/mail/smtp-sender";

/** Once events have somewhere to go. Without a mail server emails are kept, and there is nothing to ring for. */
export function bindMail(): void {
  const sender = createSmtpSender();
  if (!sender) return;
  bindMailSender(sender);
  bindMailBell(ringMail);
}
