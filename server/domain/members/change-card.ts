import type { CardTint } from "@/server/contracts/portal/wallet/card-tints";
import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { changeRow, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Currency, type DecimalAmount, formatAmount, readAmount } from "@/server/platform/money";
import type { AccountId, CardId, MemberId, TenantId } from "@/server/platform/noun-ids";
import { type Audited, auditPart, findChangedMeanwhile, recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { Environment, MemberCaller, NetworkCaller, OperatorCaller, TenantCaller } from "../caller";
import { DomainError, notFoundFor } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { requireMinor } from "../require-minor";
import { isSharedMember, listSharedMembers } from "../users";
import { findSubscribers, type NewEvent, publishing, recordEvent } from "../webhooks";
import { lockOwnMember } from "./find-member";
import { type IssuedCard, readIssuedCard } from "./list-members";
import { type CardRow, type MemberCard, readCard, requireOpen, toMemberCard } from "./member-card";
import { requireCategories } from "./read-card-rules";

interface ChangedCard {
  readonly id: string;
  readonly last4: string;
  readonly memberId: MemberId;
  readonly tenantId: TenantId;
  readonly environment: Environment;
}

function cardEvent(
  type: "card.frozen" | "card.unfrozen",
  { id, last4, memberId: member, tenantId, environment }: ChangedCard,
  { by, at }: { readonly by: "member" | "issuer" | "network"; readonly at: Date },
): NewEvent {
  const facts = { recordId: id, merchant: null, member, last4, by };
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}

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
async function changeCard(
  caller: MemberCaller,
  input: { readonly id: string },
  plan: (card: CardRow, attempt: Attempt) => CardChange | null | Promise<CardChange | null>,
): Promise<MemberCard> {
  const isShared = await isSharedMember(caller);
  return runGuarded(async (attempt) => {
    const card = await readCard(caller, input, attempt);
    if (isShared) {
      throw new DomainError("not_permitted", "This test card is shared and stays as documented.");
    }
    const change = await plan(card, attempt);
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

/**
 * From now on every payment with the card is declined (62). Codes and agreements draw on the account and continue, as do
 * existing holds. Idempotent. Throws `card_not_found`, `card_closed`, `not_permitted`.
 */
export async function freezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (card.memberFrozenAt) return null;
    return {
      set: sql`member_frozen_at = ${caller.now}`,
      changed: { memberFrozenAt: caller.now },
      action: "card.frozen",
    };
  });
}

/** Lifts the member's own freeze; the issuer's stays. Idempotent. Throws `card_not_found`, `card_closed`, `not_permitted`. */
export async function unfreezeCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return changeCard(caller, input, (card) => {
    requireOpen(card);
    if (!card.memberFrozenAt) {
      if (card.status !== "frozen") return null;
      throw new DomainError("not_permitted", "The issuer froze this card, so only the issuer can unfreeze it.");
    }
    return { set: sql`member_frozen_at = NULL`, changed: { memberFrozenAt: null }, action: "card.unfrozen" };
  });
}

/** In the card's currency; null means no limit. */
interface CardLimits {
  readonly perTransaction: DecimalAmount | null;
  readonly dailyAmount: DecimalAmount | null;
  readonly dailyCount: number | null;
}

type StoredCardLimits = Pick<
  CardRow,
  "memberPerTransactionLimitMinor" | "memberDailyAmountLimitMinor" | "memberDailyCountLimit"
>;

/**
 * Changes the member's own limits; absent ones stay. The issuer's limits apply as well, so these only ever lower them. Counts
 * from the next payment on, with what was used today. Throws `card_not_found`, `card_closed`, `not_permitted`,
 * `validation_error`, also for a limit that was changed elsewhere since it was seen.
 */
export async function changeCardLimits(
  caller: MemberCaller,
  { id, seen, ...limits }: { readonly id: string; readonly seen?: CardLimits | undefined } & Changes<CardLimits>,
): Promise<MemberCard> {
  return changeCard(caller, { id }, async (card, { db }) => {
    requireOpen(card);
    const stored = limitsOf(card);
    const changes = withoutAbsent(limits);
    if (seen) await findChangedMeanwhile(db, caller, { id, seen, stored, changes });
    const wanted = { ...stored, ...changes };
    const minor = (field: "perTransaction" | "dailyAmount") => {
      const amount = wanted[field];
      return amount === null ? null : requireMinor(amount, card.currency, field);
    };
    const next: StoredCardLimits = {
      memberPerTransactionLimitMinor: minor("perTransaction"),
      memberDailyAmountLimitMinor: minor("dailyAmount"),
      memberDailyCountLimit: wanted.dailyCount,
    };
    if (Object.entries(next).every(([field, value]) => card[field as keyof StoredCardLimits] === value)) return null;
    return {
      set: sql`member_per_transaction_limit_minor = ${next.memberPerTransactionLimitMinor},
        member_daily_amount_limit_minor = ${next.memberDailyAmountLimitMinor},
        member_daily_count_limit = ${next.memberDailyCountLimit}`,
      changed: next,
      action: "card.limits_changed",
      details: { ...limitsFor("from", card, card.currency), ...limitsFor("to", next, card.currency) },
    };
  });
}

function limitsOf({ currency, ...card }: CardRow): CardLimits {
  const amount = (minor: bigint | null) => (minor === null ? null : readAmount(formatAmount(minor, currency)));
  return {
    perTransaction: amount(card.memberPerTransactionLimitMinor),
    dailyAmount: amount(card.memberDailyAmountLimitMinor),
    dailyCount: card.memberDailyCountLimit,
  };
}

function limitsFor(when: "from" | "to", limits: StoredCardLimits, currency: Currency) {
  const amount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency));
  return {
    [`${when}PerTransaction`]: amount(limits.memberPerTransactionLimitMinor),
    [`${when}DailyAmount`]: amount(limits.memberDailyAmountLimitMinor),
    [`${when}DailyCount`]: limits.memberDailyCountLimit,
  };
}

type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

function withoutAbsent<Fields extends object>(changes: Changes<Fields>): Partial<Fields> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

interface CardLook {
  readonly name: string | null;
  readonly tint: CardTint | null;
}

/**
 * The member's name for a card, and its tint in the wallet; an absent one stays. No one else ever sees either: the audit record
 * leaves out the name, which is erased with the person. Throws `card_not_found`, `card_closed`, `not_permitted`,
 * `validation_error` for what was changed elsewhere since it was seen.
 */
export async function nameCard(
  caller: MemberCaller,
  { id, seen, ...look }: { readonly id: string; readonly seen?: CardLook | undefined } & Changes<CardLook>,
): Promise<MemberCard> {
  return changeCard(caller, { id }, async (card, { db }) => {
    requireOpen(card);
    const stored = { name: card.memberName, tint: card.tint as CardTint | null };
    const changes = withoutAbsent(look);
    if (seen) await findChangedMeanwhile(db, caller, { id, seen, stored, changes });
    const { name, tint } = { ...stored, ...changes };
    if (card.memberName === name && card.tint === tint) return null;
    return {
      set: sql`member_name = ${name}, tint = ${tint}`,
      changed: { memberName: name, tint },
      action: "card.named",
      details: { named: name !== null, tint },
    };
  });
}

const OPERATOR_ACTIONS = { active: "card.unfrozen", frozen: "card.frozen", closed: "card.closed" } as const;

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
      action: OPERATOR_ACTIONS[status],
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

/** Actions in the audit log; a member's own freeze is `card.frozen`. */
const ISSUER_ACTIONS = {
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

interface IssuedCardChange {
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
  { cardId, accountId, status, rules = {} }: IssuedCardChange,
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
    if (status) await recordAudit(db, caller, { ...audited, action: ISSUER_ACTIONS[status], details });
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
    await storeAnswer(db, claim, after, caller.now);
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
  {
    cardId,
    accountId = null,
  }: Pick<IssuedCardChange, "cardId"> & { readonly accountId?: AccountId | undefined | null },
): Promise<LockedCard> {
  const gone = () => notFoundFor(caller, "card", "No such card, or it is permanently closed.");
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
