import { digest, digests, randomHex } from "@/server/platform/crypto";

const TOKEN_BYTES = 24;
const TOKEN = /^[0-9a-f]{48}$/;

export function newInvitationToken(): string {
  return randomHex(TOKEN_BYTES);
}

/** What of a token is stored. */
export function hashInvitationToken(token: string): string {
  return digest("invitation", token);
}

/** What may be stored of a token that someone brings; null for what can be none. */
export function hashesOfInvitationToken(token: string): string[] | null {
  return TOKEN.test(token) ? digests("invitation", token) : null;
}
