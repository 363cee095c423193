/** bcrypt ignores everything beyond this. */
export const MAX_PASSWORD_BYTES = 72;

/**
 * Normalizes a password for hashing, so that keyboards that compose letters and spaces differently give the same text (RFC
 * 8265, OpaqueString).
 */
export function normalizePassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/** Whether bcrypt reads all of it. Pass the text that will be hashed. */
export function isWholePassword(text: string): boolean {
  return new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES;
}
