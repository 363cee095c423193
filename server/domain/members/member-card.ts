import { type CardTint, isCardTint } from "@/server/contracts/portal/wallet/card-tints";
import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { dayOf } from "@/server/platform/clock";
import { isRecordId, type PanToken, parsePanToken } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, CardId } from "@/server/platform/noun-ids";
import type { MemberCaller, StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { openPanToken } from "./pan-token";

/** The tenant's oldest test card that can pay this amount of dollars. In live, a token leaves only with an audit record. */
export async function findOwnTestCard({ tenantId, now }: StaffCaller, amountMinor: bigint): Promise<PanToken | null> {
  const [card] = await query<{ sealedPanToken: string }>(
    getPool(),
    sql`SELECT c.sealed_pan_token
      FROM members m JOIN cards c ON c.member_id = m.id JOIN accounts a ON a.id = c.account_id
      WHERE m.tenant_id = ${tenantId} AND m.environment = 'test' AND m.erased_at IS NULL
        AND c.status = 'active' AND c.member_frozen_at IS NULL AND c.always_declines_with IS NULL AND c.expires_on > ${now}::timestamptz
        AND a.currency = 'USD' AND a.posted_minor + a.credit_limit_minor - a.held_minor >= ${amountMinor}
      ORDER BY c.created_at, c.id LIMIT 1`,
  );
  return card ? parsePanToken(openPanToken(card)) : null;
}

/** As stored, without the panToken. */
export interface CardRow {
  readonly id: CardId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly status: "active" | "frozen" | "closed";
  readonly memberFrozenAt: Date | null;
  readonly expiresOn: Date;
  readonly perTransactionLimitMinor: bigint | null;
  readonly dailyAmountLimitMinor: bigint | null;
  readonly dailyCountLimit: number | null;
  readonly memberPerTransactionLimitMinor: bigint | null;
  readonly memberDailyAmountLimitMinor: bigint | null;
  readonly memberDailyCountLimit: number | null;
  readonly memberName: string | null;
  readonly tint: string | null;
  readonly usageDay: Date;
  readonly usageAmountMinor: bigint;
  readonly usageCount: number;
  readonly rulesVersion: number;
  readonly createdAt: Date;
}

type CardStatus = "active" | "frozen" | "closed" | "expired";

export interface CardState {
  readonly status: CardStatus;
  /** The issuer's freeze wins, since lifting the member's alone would not help. */
  readonly frozenBy: "issuer" | "member" | null;
}

/** Minor units of the card's currency; null means no limit. */
interface LimitsMinor {
  readonly perTransactionMinor: bigint | null;
  readonly dailyAmountMinor: bigint | null;
  readonly dailyCount: number | null;
}

export interface MemberCard extends CardState {
  readonly id: CardId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly name: string | null;
  readonly tint: CardTint | null;
  readonly expiresOn: Date;
  /** The member's own limits. The lower of these and the issuer's counts. */
  readonly limits: LimitsMinor;
  readonly issuerLimits: LimitsMinor;
  /** Approvals of the current UTC day. */
  readonly usedTodayMinor: bigint;
  readonly usesToday: number;
  readonly lastUsedOn: Date | null;
  readonly createdAt: Date;
}

function cardNotFound(): DomainError {
  return new DomainError("card_not_found", "No such card.");
}

/** Throws `card_closed`. */
export function requireOpen({ status }: CardRow): void {
  if (status === "closed") throw new DomainError("card_closed", "This card is permanently closed.");
}

/** Closed wins over expired, and expired over frozen, since unfreezing helps neither. */
export function cardStateOf(row: Pick<CardRow, "status" | "memberFrozenAt" | "expiresOn">, now: Date): CardState {
  if (row.status === "closed") return { status: "closed", frozenBy: null };
  const frozenBy = row.status === "frozen" ? "issuer" : row.memberFrozenAt ? "member" : null;
  if (dayOf(now) >= row.expiresOn) return { status: "expired", frozenBy };
  return { status: frozenBy ? "frozen" : "active", frozenBy };
}

export function toMemberCard(row: CardRow, now: Date): MemberCard {
  const isToday = row.usageDay >= dayOf(now);
  return {
    id: row.id,
    accountId: row.accountId,
    currency: row.currency,
    name: row.memberName,
    // Ignores tints of another version.
    tint: row.tint !== null && isCardTint(row.tint) ? row.tint : null,
    ...cardStateOf(row, now),
    expiresOn: row.expiresOn,
    limits: {
      perTransactionMinor: row.memberPerTransactionLimitMinor,
      dailyAmountMinor: row.memberDailyAmountLimitMinor,
      dailyCount: row.memberDailyCountLimit,
    },
    issuerLimits: {
      perTransactionMinor: row.perTransactionLimitMinor,
      dailyAmountMinor: row.dailyAmountLimitMinor,
      dailyCount: row.dailyCountLimit,
    },
    usedTodayMinor: isToday ? row.usageAmountMinor : 0n,
    usesToday: isToday ? row.usageCount : 0,
    // A new card has a usage day too, but no usage.
    lastUsedOn: row.usageCount > 0 || row.usageAmountMinor > 0n ? row.usageDay : null,
    createdAt: row.createdAt,
  };
}

const MAX_CARDS = 100;

/** Usable ones first, then oldest first. */
export async function listCards(caller: MemberCaller): Promise<MemberCard[]> {
  const rows = await selectCards(
    getPool(),
    sql`c.member_id = ${caller.memberId} ORDER BY c.status = 'closed', c.created_at, c.id LIMIT ${MAX_CARDS}`,
  );
  return rows.map((row) => toMemberCard(row, caller.now));
}

/** Throws `card_not_found`, also for another member's. */
export async function getCard(caller: MemberCaller, input: { readonly id: string }): Promise<MemberCard> {
  return toMemberCard(await readCard(caller, input, { db: getPool(), isLocking: false }), caller.now);
}

export async function readCard(
  caller: MemberCaller,
  input: { readonly id: string },
  { db, isLocking }: Attempt,
): Promise<CardRow> {
  if (!isRecordId(input.id)) throw cardNotFound();
  const [row] = await selectCards(
    db,
    sql`c.id = ${input.id} AND c.member_id = ${caller.memberId} ${isLocking ? sql`FOR NO KEY UPDATE OF c` : sql``}`,
  );
  if (!row) throw cardNotFound();
  return row;
}

function selectCards(db: Queryable, where: Sql): Promise<CardRow[]> {
  return query<CardRow>(
    db,
    sql`SELECT c.id, c.account_id, a.currency, c.status, c.member_frozen_at, c.expires_on, c.per_transaction_limit_minor,
        c.daily_amount_limit_minor, c.daily_count_limit, c.member_per_transaction_limit_minor,
        c.member_daily_amount_limit_minor, c.member_daily_count_limit, c.member_name, c.tint, c.usage_day, c.usage_amount_minor, c.usage_count,
        c.rules_version, c.created_at
      FROM cards c JOIN accounts a ON a.id = c.account_id WHERE ${where}`,
  );
}
