import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Audited, auditPart } from "../audit";
import type { MemberCaller } from "../caller";
import { DomainError } from "../errors";
import { isSharedMember } from "../users";
import { findSubscribers, recordEvent } from "../webhooks";
import { cardEvent } from "./card-events";
import { readCard } from "./list-cards";
import { type CardRow, type MemberCard, toMemberCard } from "./member-card";

interface CardChange {
  readonly set: Sql;
  readonly changed: Partial<CardRow>;
  readonly action: string;
  readonly details?: Audited["details"];
}

/**
 * Changes the member's own rules of a card. Moves `rulesVersion` on, so that an authorization decided before and not yet
 * written is decided again, and so that of two concurrent changes the later sees what the earlier left. `plan` returns null if
 * nothing changes. Throws `card_not_found`; `not_permitted` for the public sandbox's members, whose cards stay as documented
 * (design 7).
 */
export async function changeCard(
  caller: MemberCaller,
  input: { readonly id: string },
  plan: (card: CardRow) => CardChange | null,
): Promise<MemberCard> {
  const isShared = await isSharedMember(caller);
  return runGuarded(async (attempt) => {
    const card = await readCard(caller, input, attempt);
    if (isShared) {
      throw new DomainError("not_permitted", "This test card is shared and stays as documented.");
    }
    const change = plan(card);
    if (change === null) return toMemberCard(card, caller.now);
    const { set, changed, action, details = {} } = change;
    const audited = { action, subject: { kind: "card", id: card.id }, details };
    const published = await publishedBy(attempt, caller, card, action);
    const [result] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH card AS (
          UPDATE cards SET ${set}, rules_version = rules_version + 1
          WHERE id = ${card.id} AND rules_version = ${card.rulesVersion}
          RETURNING id
        ),
        ${auditPart(caller, audited, "card")}${published}
        SELECT EXISTS (SELECT 1 FROM card) AS is_written`,
    );
    if (!result?.isWritten) return STALE;
    announce(attempt.db, `member:${caller.memberId}`);
    return toMemberCard({ ...card, ...changed }, caller.now);
  });
}

/** The event's CTE with a comma before it; empty if only limits changed. */
async function publishedBy(
  { db }: Attempt,
  { tenantId, memberId, environment, now: at }: MemberCaller,
  { id }: CardRow,
  action: string,
): Promise<Sql> {
  if (action !== "card.frozen" && action !== "card.unfrozen") return sql``;
  const [card] = await query<{ last4: string }>(db, sql`SELECT last4 FROM cards WHERE id = ${id}`);
  const event = cardEvent(
    action,
    { id, last4: card?.last4 ?? "", tenantId, memberId, environment },
    { by: "member", at },
  );
  return sql`, ${recordEvent(event, await findSubscribers(event, [action], db), "card")}`;
}
