export { type KeptEmail, listOutbox } from "./list-outbox";
export { newEmail } from "./new-email";
export {
  bindMailBell,
  bindMailSender,
  type MailSender,
  type OutgoingEmail,
  ringMailBell,
  type SendResult,
} from "./ports";
export { sendEmails } from "./send-emails";
export { byOthers, linkTo, MAX_MESSAGE, own, type Words, words } from "./words";
