import { announce } from "@/server/db/announce";
import { changeRow, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { DomainError, noSuch } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { requireMinor } from "../require-minor";
import { publishing } from "../webhooks";
import { cardEvent } from "./card-events";
import { type IssuedCard, readIssuedCard } from "./list-members";
import { lockOwnMember } from "./own-member";
import { requireCategories } from "./read-card-rules";

/** Actions in the audit log; a member's own freeze is `card.frozen`. */
const ACTIONS = {
  active: "card.unfrozen_by_issuer",
  frozen: "card.frozen_by_issuer",
  closed: "card.closed",
} as const;

/** Null removes a limit; an absent one stays. */
interface ChangedCardRules {
  readonly perTransactionLimit?: DecimalAmount | null | undefined;
  readonly dailyAmountLimit?: DecimalAmount | null | undefined;
  readonly dailyCountLimit?: number | null | undefined;
  readonly allowedMccs?: readonly string[] | undefined;
}

interface CardChange {
  readonly cardId: CardId;
  /** Given by programs, which name a card by its account. */
  readonly accountId?: AccountId;
  readonly status?: "active" | "frozen" | "closed" | undefined;
  readonly rules?: ChangedCardRules;
}

/**
 * Freezes, unfreezes, or closes a card, or changes the issuer's rules. Moves `rulesVersion` on, so that an authorization
 * decided before this change and not yet written is decided again. Throws `not_found`, also for a closed card; for programs
 * `card_not_found` and `card_closed`; `not_permitted`, `validation_error`.
 */
export async function changeIssuedCard(
  caller: NetworkCaller | TenantCaller,
  { cardId, accountId, status, rules = {} }: CardChange,
  claim: IdempotencyClaim<IssuedCard> | null = null,
): Promise<IssuedCard> {
  if (caller.kind !== "network") requirePermission(caller, "manage_members");
  requireCategories(rules.allowedMccs ?? []);
  return publishing(async (db, publish) => {
    const card = await lockIssuedCard(db, caller, { cardId, accountId });
    const minor = (field: "perTransactionLimit" | "dailyAmountLimit") => {
      const amount = rules[field];
      return amount ? requireMinor(amount, card.currency, field) : amount;
    };
    const changes = {
      perTransactionLimitMinor: minor("perTransactionLimit"),
      dailyAmountLimitMinor: minor("dailyAmountLimit"),
      dailyCountLimit: rules.dailyCountLimit,
      allowedMccs: rules.allowedMccs && [...rules.allowedMccs],
    };
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const row = { ...changed, ...(status ? { status } : {}), rulesVersion: card.rulesVersion + 1 };
    await query(db, changeRow("cards", card.id, row));
    const audited = { subject: { kind: "card", id: card.id }, tenantId: card.tenantId };
    const details = { member: card.memberId, last4: card.last4 };
    if (status) await recordAudit(db, caller, { ...audited, action: ACTIONS[status], details });
    if (Object.keys(changed).length > 0) {
      const limits = { ...details, fields: Object.keys(changed).map((name) => name.replace(/Minor$/, "")) };
      await recordAudit(db, caller, { ...audited, action: "card.rules_changed", details: limits });
    }
    announce(db, `member:${card.memberId}`);
    if (status && status !== "closed" && status !== card.status) {
      const { environment, now: at } = caller;
      const type = status === "frozen" ? "card.frozen" : "card.unfrozen";
      const by = caller.kind === "network" ? "network" : "issuer";
      await publish([cardEvent(type, { ...card, environment }, { by, at })]);
    }
    const after = await readIssuedCard(db, card.id, caller.now);
    await keepAnswer(db, claim, after, caller.now);
    return after;
  }, caller.standing);
}

export async function setCardStatus(
  caller: NetworkCaller | TenantCaller,
  input: { readonly cardId: CardId; readonly status: "active" | "frozen" | "closed" },
): Promise<void> {
  await changeIssuedCard(caller, input);
}

type LockedCard = Pick<NewRow<"cards">, "id" | "accountId" | "memberId" | "status" | "last4" | "rulesVersion"> &
  Pick<NewRow<"members">, "tenantId"> & { readonly currency: Currency };

/** Locks an open card and its member. Throws as `changeIssuedCard` does. */
export async function lockIssuedCard(
  db: Queryable,
  caller: NetworkCaller | TenantCaller,
  { cardId, accountId = null }: Pick<CardChange, "cardId"> & { readonly accountId?: AccountId | undefined | null },
): Promise<LockedCard> {
  const gone = () => noSuch(caller, "card", "No such card, or it is permanently closed.");
  const isTheirs = caller.kind === "network" ? sql`true` : sql`m.tenant_id = ${caller.tenantId}`;
  const [named] = await query<Pick<LockedCard, "memberId">>(
    db,
    sql`SELECT c.member_id FROM cards c JOIN members m ON m.id = c.member_id
      WHERE c.id = ${cardId} AND c.environment = ${caller.environment}::environment AND ${isTheirs}
        AND (${accountId}::text IS NULL OR c.account_id = ${accountId})`,
  );
  if (!named) throw gone();
  await lockOwnMember(db, caller, sql`${named.memberId}`);
  const [card] = await query<LockedCard>(
    db,
    sql`SELECT c.id, c.account_id, c.member_id, c.status, c.last4, c.rules_version, m.tenant_id, a.currency
      FROM cards c JOIN members m ON m.id = c.member_id JOIN accounts a ON a.id = c.account_id
      WHERE c.id = ${cardId} FOR NO KEY UPDATE OF c`,
  );
  if (!card) throw gone();
  if (card.status !== "closed") return card;
  throw caller.kind === "tenant" ? new DomainError("card_closed", "This card is permanently closed.") : gone();
}
