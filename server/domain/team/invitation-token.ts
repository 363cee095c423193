import { digest, digests, isEqualConstantTime, randomHex, shorten } from "@/server/platform/crypto";

const TOKEN_BYTES = 24;
const MARK_DIGITS = 32;
/** The token, and in an emailed link its proof. */
const TOKEN = /^([0-9a-f]{48})(?:\.((?:\d{1,4}~)?[0-9a-f]{32}))?$/;

export function newInvitationToken(): string {
  return randomHex(TOKEN_BYTES);
}

export function hashInvitationToken(token: string): string {
  return digest("invitation", token);
}

/** Null for a malformed token. */
export function hashesOfInvitationToken(token: string): string[] | null {
  const [, secret] = TOKEN.exec(token) ?? [];
  return secret === undefined ? null : digests("invitation", secret);
}

/** As emailed. The inviter sees the link without this mark, so following it proves that one reads the email. */
export function markEmailed(token: string, email: string): string {
  return `${token}.${shorten(digest("invitation-by-email", token, ":", email), MARK_DIGITS)}`;
}

export function isEmailed(text: string, email: string): boolean {
  const [, token, mark] = TOKEN.exec(text) ?? [];
  if (token === undefined || mark === undefined) return false;
  const marks = digests("invitation-by-email", token, ":", email).map((one) => shorten(one, MARK_DIGITS));
  return marks.some((one) => isEqualConstantTime(one, mark));
}
