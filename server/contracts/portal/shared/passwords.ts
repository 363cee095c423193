/** bcrypt looks at no more: what is beyond would count for nothing. */
export const MAX_PASSWORD_BYTES = 72;

/** A password as it is hashed: one text, however a keyboard composes its letters and spaces (RFC 8265, OpaqueString). */
export function normalizePassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/** Whether bcrypt sees all of it. To be asked of the text that is hashed. */
export function isWholePassword(text: string): boolean {
  return new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES;
}
