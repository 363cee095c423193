import { type CardTint, isCardTint } from "@/server/contracts/portal/wallet/card-tints";
import { dayOf } from "@/server/platform/clock";
import type { Currency } from "@/server/platform/money";
import type { AccountId, CardId } from "@/server/platform/noun-ids";
import { DomainError } from "../errors";

/** A card and the currency of its account, as they are stored. The token that spends is not among them. */
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

/** A card's present state and who stopped it: the same for its member, its issuer, and the network. */
export interface CardState {
  readonly status: CardStatus;
  /** Whose word stops it: the issuer's goes first, since the member's alone would not help. */
  readonly frozenBy: "issuer" | "member" | null;
}

/** Minor units of the card's currency; null: no limit. */
interface LimitsMinor {
  readonly perTransactionMinor: bigint | null;
  readonly dailyAmountMinor: bigint | null;
  readonly dailyCount: number | null;
}

/** A card as its member sees it. */
export interface MemberCard extends CardState {
  readonly id: CardId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  /** The member's name for it; null shows the end of its id instead. */
  readonly name: string | null;
  /** Null: the color of its issuer. */
  readonly tint: CardTint | null;
  /** First day on which it no longer works. */
  readonly expiresOn: Date;
  /** The member's own. The lower of these and the issuer's counts. */
  readonly limits: LimitsMinor;
  readonly issuerLimits: LimitsMinor;
  /** Approved on this UTC day. */
  readonly usedTodayMinor: bigint;
  readonly usesToday: number;
  /** The UTC day of its last approval. */
  readonly lastUsedOn: Date | null;
  readonly createdAt: Date;
}

export function cardNotFound(): DomainError {
  return new DomainError("card_not_found", "No such card.");
}

/** Throws `card_closed`: what is closed has no rules left to change. */
export function requireOpen({ status }: CardRow): void {
  if (status === "closed") throw new DomainError("card_closed", "This card is permanently closed.");
}

/** Closed for good before expired, and expired before frozen: unfreezing helps neither. */
export function cardStateOf(row: Pick<CardRow, "status" | "memberFrozenAt" | "expiresOn">, now: Date): CardState {
  if (row.status === "closed") return { status: "closed", frozenBy: null };
  const frozenBy = row.status === "frozen" ? "issuer" : row.memberFrozenAt ? "member" : null;
  if (dayOf(now) >= row.expiresOn) return { status: "expired", frozenBy };
  return { status: frozenBy ? "frozen" : "active", frozenBy };
}

/** The card at a time: usage of a day that is over counts no more. */
export function toMemberCard(row: CardRow, now: Date): MemberCard {
  const isToday = row.usageDay >= dayOf(now);
  return {
    id: row.id,
    accountId: row.accountId,
    currency: row.currency,
    name: row.memberName,
    // A tint of another version is none.
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
    // A card that was just issued has a day as well.
    lastUsedOn: row.usageCount > 0 || row.usageAmountMinor > 0n ? row.usageDay : null,
    createdAt: row.createdAt,
  };
}
