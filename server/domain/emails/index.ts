export {
  type EmailQueue,
  eraseEmails,
  insertEmail,
  type KeptEmail,
  listOutbox,
  measureEmails,
  newEmail,
  SEALED_EMAILS,
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
