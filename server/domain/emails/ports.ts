import { processSingleton } from "@/server/platform/singleton";

/** Plain text; the last paragraph is the signature. */
export interface OutgoingEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** `error` is null if the mail server accepted the email. A final error is not retried. */
export interface SendResult {
  readonly error: string | null;
  readonly isFinal: boolean;
}

/** Never throws because of a mail server. */
export interface MailSender {
  send(email: OutgoingEmail): Promise<SendResult>;
}

const bound = processSingleton<{ sender: MailSender | null }>("mail-ports", () => ({ sender: null }));

/** For composition roots: the domain doesn't know SMTP. */
export function bindMailSender(sender: MailSender): void {
  bound.sender = sender;
}

export function findMailSender(): MailSender | null {
  return bound.sender;
}
