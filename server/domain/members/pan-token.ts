import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";
import { decryptText, digest, digests, encryptText } from "@/server/platform/crypto";
import type { PanToken } from "@/server/platform/ids";
import type { CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockOwnMember } from "./find-member";

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

/** Recorded in the audit log before the token leaves. Throws `not_found`, also for a closed card; `not_permitted`. */
export async function revealCard(
  caller: StaffCaller,
  input: { readonly cardId: CardId },
): Promise<{ readonly panToken: string }> {
  requirePermission(caller, "manage_members");
  const { cardId } = input;
  return runInTransaction(async (db) => {
    const member = await lockOwnMember(db, caller, sql`(SELECT member_id FROM cards WHERE id = ${cardId})`);
    const [card] = await query<{ sealedPanToken: string; last4: string }>(
      db,
      sql`SELECT sealed_pan_token, last4 FROM cards
        WHERE id = ${cardId} AND environment = ${caller.environment}::environment AND status <> 'closed'`,
    );
    if (!card) throw new DomainError("not_found", "No such card, or it is permanently closed.");
    await recordAudit(db, caller, {
      action: "card.token_revealed",
      subject: { kind: "card", id: cardId },
      tenantId: member.tenantId,
      details: { member: member.id, last4: card.last4 },
    });
    return { panToken: openPanToken(card) };
  });
}
