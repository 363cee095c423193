export { eraseEmails } from "./erase-emails";
export { type KeptEmail, listOutbox } from "./list-outbox";
export { type EmailQueue, measureEmails } from "./measure-emails";
export { insertEmail, newEmail } from "./new-email";
export {
  bindMailSender,
  findMailSender,
  type MailSender,
  type OutgoingEmail,
  type SendResult,
} from "./ports";
export { SEALED_EMAILS } from "./sealed-emails";
export { sendEmails } from "./send-emails";
export { byOthers, linkTo, MAX_MESSAGE, own, type Words, words } from "./words";
