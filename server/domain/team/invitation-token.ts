import { deriveKey, hmacSha256Hex, randomHex } from "@/server/platform/crypto";

const TOKEN_BYTES = 24;
const TOKEN = /^[0-9a-f]{48}$/;

export function newInvitationToken(): string {
  return randomHex(TOKEN_BYTES);
}

/** What of a token is stored; null for what can be none. */
export function hashInvitationToken(token: string): string | null {
  return TOKEN.test(token) ? hmacSha256Hex(deriveKey("invitation"), token) : null;
}
