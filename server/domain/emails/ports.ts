import { processSingleton } from "@/server/platform/singleton";

/** An email, ready to go, as plain text: paragraphs, the last of which signs it. */
export interface OutgoingEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The outcome of sending. `error` is null if the mail server took the email; a final error is not retried. */
export interface SendResult {
  readonly error: string | null;
  readonly isFinal: boolean;
}

/** The way to the mail server. Throws nothing that a mail server could cause. */
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
