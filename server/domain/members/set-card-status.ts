import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockOwnMember } from "./own-member";

/** As the audit log says it; the member's own word is `card.frozen`. */
const ACTIONS = {
  active: "card.unfrozen_by_issuer",
  frozen: "card.frozen_by_issuer",
  closed: "card.closed",
} as const;

/**
 * Freezes, unfreezes or closes a card. Moves `rulesVersion` on, so that an authorization decided before this change and
 * not yet written is decided again. Throws `not_found`, also for a card that is closed; `not_permitted`.
 */
export async function setCardStatus(
  caller: NetworkCaller | StaffCaller,
  input: { readonly cardId: CardId; readonly status: "active" | "frozen" | "closed" },
): Promise<void> {
  if (caller.kind === "staff") requirePermission(caller, "manage_members");
  const { cardId, status } = input;
  await runInTransaction(async (db) => {
    const member = await lockOwnMember(db, caller, sql`(SELECT member_id FROM cards WHERE id = ${cardId})`);
    const [card] = await query<{ last4: string }>(
      db,
      sql`UPDATE cards SET status = ${status}::card_status, rules_version = rules_version + 1
        WHERE id = ${cardId} AND environment = ${caller.environment}::environment AND status <> 'closed'
        RETURNING last4`,
    );
    if (!card) throw new DomainError("not_found", "No such card, or it is permanently closed.");
    await recordAudit(db, caller, {
      action: ACTIONS[status],
      subject: { kind: "card", id: cardId },
      tenantId: member.tenantId,
      details: { member: member.id, last4: card.last4 },
    });
    announce(db, `member:${member.id}`);
  });
}
