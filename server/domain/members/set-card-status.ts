import { announce } from "@/server/db/announce";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { publishing } from "../webhooks";
import { cardEvent } from "./card-events";
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
  await publishing(async (db, publish) => {
    const member = await lockOwnMember(db, caller, sql`(SELECT member_id FROM cards WHERE id = ${cardId})`);
    const [card] = await query<{ last4: string; before: string }>(
      db,
      sql`UPDATE cards c SET status = ${status}::card_status, rules_version = c.rules_version + 1
        FROM (SELECT id, status FROM cards WHERE id = ${cardId} FOR NO KEY UPDATE) was
        WHERE c.id = was.id AND c.environment = ${caller.environment}::environment AND c.status <> 'closed'
        RETURNING c.last4, was.status AS before`,
    );
    if (!card) throw new DomainError("not_found", "No such card, or it is permanently closed.");
    await recordAudit(db, caller, {
      action: ACTIONS[status],
      subject: { kind: "card", id: cardId },
      tenantId: member.tenantId,
      details: { member: member.id, last4: card.last4 },
    });
    announce(db, `member:${member.id}`);
    if (status === "closed" || status === card.before) return;
    const { environment, now: at } = caller;
    const changed = { id: cardId, last4: card.last4, memberId: member.id, tenantId: member.tenantId, environment };
    const type = status === "frozen" ? "card.frozen" : "card.unfrozen";
    await publish([cardEvent(type, changed, { by: caller.kind === "staff" ? "issuer" : "network", at })]);
  });
}
