import { type CardTint, isCardTint } from "@/server/contracts/portal/wallet/card-tints";
import { dayOf } from "@/server/platform/clock";
import type { Currency } from "@/server/platform/money";
import type { AccountId, CardId } from "@/server/platform/noun-ids";
import { DomainError } from "../errors";

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

export function cardNotFound(): DomainError {
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
