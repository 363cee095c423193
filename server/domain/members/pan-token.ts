import { decryptText, digest, digests, encryptText } from "@/server/platform/crypto";
import type { PanToken } from "@/server/platform/ids";

/** How a card's token is stored: a look-up that reveals nothing, what its issuer may reveal, and how people tell it apart. */
interface StoredPanToken {
  readonly panTokenHash: string;
  readonly sealedPanToken: string;
  readonly last4: string;
}

export function storePanToken(panToken: string): StoredPanToken {
  return {
    panTokenHash: digest("pan-token", panToken),
    sealedPanToken: encryptText("sealed-pan-token", panToken),
    last4: panToken.slice(-4),
  };
}

/**
 * What may stand in `pan_token_hash` for a token: its HMAC under each of the server's keys, or the token itself, for a card
 * of an earlier version that is not sealed yet.
 */
export function hashesOfPanToken(panToken: PanToken): string[] {
  return [...digests("pan-token", panToken), panToken];
}

export function openPanToken(card: { readonly panTokenHash: string; readonly sealedPanToken: string | null }): string {
  return card.sealedPanToken === null ? card.panTokenHash : decryptText("sealed-pan-token", card.sealedPanToken);
}
