import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockOwnMember } from "./own-member";
import { openPanToken } from "./pan-token";

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
