export {
  type EmailQueue,
  eraseEmails,
  insertEmail,
  listOutbox,
  measureEmails,
  newEmail,
  SEALED_EMAILS,
  type StoredEmail,
} from "./outbox";
export {
  bindMailSender,
  findMailSender,
  type MailSender,
  type OutgoingEmail,
  type SendResult,
} from "./ports";
export { sendEmails } from "./send-emails";
export { byOthers, linkTo, MAX_MESSAGE, own, type Words, words } from "./words";
