import { announce } from "@/server/db/announce";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { listSharedMembers } from "../users";
import { publishing } from "../webhooks";
import { cardEvent } from "./card-events";

const ACTIONS = { active: "card.unfrozen", frozen: "card.frozen", closed: "card.closed" } as const;

/**
 * Freezes, unfreezes, or closes a card for the network. Moves `rulesVersion` on, so that an authorization decided before this
 * change and not yet written is decided again. A closed card stays closed. Idempotent. Throws `card_not_found`, `card_closed`;
 * `not_permitted` for the public sandbox's members, whose cards stay as documented (design 7).
 */
export async function changeAnyCard(
  caller: OperatorCaller,
  { id, status }: { readonly id: string; readonly status: "active" | "frozen" | "closed" },
): Promise<void> {
  const shared = await listSharedMembers();
  await publishing(async (db, publish) => {
    const [card] = await query<{ status: string; last4: string; memberId: MemberId; tenantId: TenantId }>(
      db,
      sql`SELECT c.status, c.last4, c.member_id, m.tenant_id FROM cards c JOIN members m ON m.id = c.member_id
        WHERE c.id = ${id} AND c.environment = ${caller.environment}::environment FOR NO KEY UPDATE OF c`,
    );
    if (!card) throw new DomainError("card_not_found", "No such card in this environment.");
    if (shared.includes(card.memberId)) {
      throw new DomainError("not_permitted", "This test card is shared and stays as documented.");
    }
    if (card.status === status) return;
    if (card.status === "closed") throw new DomainError("card_closed", "This card is permanently closed.");
    await query(
      db,
      sql`UPDATE cards SET status = ${status}::card_status, rules_version = rules_version + 1 WHERE id = ${id}`,
    );
    await recordAudit(db, caller, {
      action: ACTIONS[status],
      subject: { kind: "card", id },
      tenantId: card.tenantId,
      details: { memberId: card.memberId },
    });
    announce(db, `member:${card.memberId}`);
    if (status === "closed") return;
    const { environment, now: at } = caller;
    const type = status === "frozen" ? "card.frozen" : "card.unfrozen";
    await publish([cardEvent(type, { ...card, id, environment }, { by: "network", at })]);
  });
}
