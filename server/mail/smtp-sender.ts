import { createTransport } from "nodemailer";
import type { MailSender, SendResult } from "@/server/domain/emails";
import { type Env, getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { presentHtmlEmail } from "./html-email";

const TIMEOUT_MS = 20_000;

export function createSmtpSender(settings: Pick<Env, "SMTP_URL" | "MAIL_FROM"> = getEnv()): MailSender | null {
  const { SMTP_URL, MAIL_FROM } = settings;
  if (!SMTP_URL || !MAIL_FROM) return null;
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing in an email may make the mailer read a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, recipient, subject, text }) => {
      try {
        // An address object can't be parsed into a list of addresses.
        const to = { name: "", address: recipient };
        const html = presentHtmlEmail({ subject, text });
        await transport.sendMail({ from: MAIL_FROM, to, subject, text, html, headers: { "X-Entity-Ref-ID": id } });
        return { error: null, isFinal: false };
      } catch (error) {
        const result = toResult(error);
        getLogger().warn({ email: id, isFinal: result.isFinal, reason: result.error }, "email not sent");
        return result;
      }
    },
  };
}

/** A 5xx reply to the email is final. An unreachable server or wrong password may be fixed, so it is retried. */
function toResult(error: unknown): SendResult {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  const isMessageRefused = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isMessageRefused && responseCode !== undefined && responseCode >= 500;
  // Never the server's own text, which may contain addresses and credentials.
  return { error: [code ?? "unknown", responseCode].filter((part) => part !== undefined).join(" "), isFinal };
}
