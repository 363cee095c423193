import { createTransport } from "nodemailer";
import type { MailSender, SendResult } from "@/server/domain/emails";
import { type Env, getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { presentHtmlEmail } from "./html-email";

const TIMEOUT_MS = 20_000;

/** The way to the mail server that SMTP_URL names; null where none is configured. */
export function createSmtpSender(settings: Pick<Env, "SMTP_URL" | "MAIL_FROM"> = getEnv()): MailSender | null {
  const { SMTP_URL, MAIL_FROM } = settings;
  if (!SMTP_URL || !MAIL_FROM) return null;
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Emails carry all they show: nothing in them may make the mailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, recipient, subject, text }) => {
      try {
        // An address object is taken as it is: no list of addresses can be made of one.
        const to = { name: "", address: recipient };
        const html = presentHtmlEmail({ subject, text });
        await transport.sendMail({ from: MAIL_FROM, to, subject, text, html, headers: { "X-Entity-Ref-ID": id } });
        return { error: null, isFinal: false };
      } catch (error) {
        const result = toResult(error);
        getLogger().warn({ email: id, isFinal: result.isFinal, reason: result.error }, "an email was not sent");
        return result;
      }
    },
  };
}

/** A mail server that says 5xx to the email means it; one that can't be reached, or wants a password, may be mended. */
function toResult(error: unknown): SendResult {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  const isMessageRefused = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isMessageRefused && responseCode !== undefined && responseCode >= 500;
  // Never the server's own words: they may repeat addresses and credentials.
  return { error: [code ?? "unknown", responseCode].filter((part) => part !== undefined).join(" "), isFinal };
}
