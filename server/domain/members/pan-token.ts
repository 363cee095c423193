import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";
import { decryptText, digest, digests, encryptText } from "@/server/platform/crypto";
import type { PanToken } from "@/server/platform/ids";

/** A hash for look-ups, the sealed token that its issuer may reveal, and the digits that people know it by. */
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

/** The token's HMAC under each of the server's keys. */
export function hashesOfPanToken(panToken: PanToken): string[] {
  return digests("pan-token", panToken);
}

export function openPanToken({ sealedPanToken }: { readonly sealedPanToken: string }): string {
  return decryptText("sealed-pan-token", sealedPanToken);
}

export const SEALED_PAN_TOKENS: SealedPlace = {
  name: "card tokens",
  purpose: "sealed-pan-token",
  digest: "pan-token",
  newest: sql`SELECT sealed_pan_token AS sealed FROM cards ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_pan_token AS sealed FROM cards
    WHERE id > ${after} AND ${isDue(sql`sealed_pan_token`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE cards c SET sealed_pan_token = n.sealed, pan_token_hash = n.digest FROM ${renewed}
    WHERE c.id = n.place AND c.sealed_pan_token = n.was`,
};
