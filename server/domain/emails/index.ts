export { type KeptEmail, listOutbox } from "./list-outbox";
export { type Letter, newEmail } from "./new-email";
export {
  bindMailBell,
  bindMailSender,
  type MailSender,
  type OutgoingEmail,
  ringMailBell,
  type SendResult,
} from "./ports";
export { sendEmails } from "./send-emails";
