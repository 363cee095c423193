import {
  draw,
  linesOf,
  type ModelAccount,
  type ModelCard,
  type ModelFamily,
  type ModelLine,
  type ModelRecord,
  membersOf,
  NOTHING,
  openOf,
  remainingOf,
  statusOf,
  sumsOf,
} from "./authorization-model-figures";
import { type ExpectedBatch, type ModelPrice, SettlementModel } from "./authorization-model-settlement";

export interface ModelTransaction {
  readonly family: ModelFamily;
  readonly lines: readonly ModelLine[];
}

export type Expected =
  | { readonly refusal: string }
  | { readonly declined: string; readonly record: ModelRecord }
  | { readonly approved: number; readonly record: ModelRecord }
  | { readonly moved: number; readonly isAll: boolean };

const DAY_MS = 86_400_000;

/**
 * Holds as described in design 6, implemented a second time: an in-memory ledger independent of the product's code, to compare
 * random sequences against. Amounts are cents, times milliseconds.
 */
export class AuthorizationModel {
  readonly families: ModelFamily[] = [];
  readonly transactions: ModelTransaction[] = [];
  merchantPosted = 0;
  readonly #settlement = new SettlementModel();

  authorize(card: ModelCard, amount: number, isCardPresent: boolean, now: number): Expected {
    const code = this.#decide(card, amount, amount, true, now);
    if (code) return { declined: code, record: { ...NOTHING, amount, family: null } };
    const holdMs = (isCardPresent ? 3 : 7) * DAY_MS;
    const family: ModelFamily = { card, holdMs, members: [], lines: [], expiresAt: 0 };
    this.families.push(family);
    return this.#hold(family, amount, now);
  }

  sell(card: ModelCard, amount: number, now: number): Expected {
    const expected = this.authorize(card, amount, false, now);
    if ("approved" in expected) this.capture(expected.record, null, now);
    return expected;
  }

  increment(target: ModelRecord, amount: number, now: number): Expected {
    const { family } = target;
    if (!family || target !== family.members[0] || statusOf(target, now) !== "Authorization Approved") {
      return { refusal: "authorization_not_incrementable" };
    }
    const code = this.#decide(family.card, amount, sumsOf(target).amount + amount, false, now);
    if (code) return { declined: code, record: { ...NOTHING, amount, family: null } };
    return this.#hold(family, amount, now);
  }

  capture(target: ModelRecord, amount: number | null, now: number): Expected {
    const { family } = target;
    const open = openOf(target, now);
    if (!family || open === 0) return { refusal: "authorization_not_capturable" };
    const taken = amount ?? open;
    if (taken > open) return { refusal: "amount_exceeds_remaining_hold" };
    const lines = draw(membersOf(target), taken, (member) => remainingOf(member)).map(([from, part]) => {
      from.captured += part;
      return { from, amount: part, at: now, refunded: 0, settledAt: null };
    });
    family.lines.push(...lines);
    this.transactions.push({ family, lines });
    this.#settlement.captures.push(...lines);
    family.card.account.posted -= taken;
    family.card.account.held -= taken;
    this.merchantPosted += taken;
    return { moved: taken, isAll: taken === open };
  }

  reverse(target: ModelRecord, amount: number | null, kind: "void" | "refund" | null, now: number): Expected {
    const { family } = target;
    const open = openOf(target, now);
    const sums = sumsOf(target);
    const captured = sums.captured - sums.refunded;
    const nothing = kind === "void" ? open === 0 : kind === "refund" ? captured === 0 : open + captured === 0;
    if (!family || nothing) return { refusal: "authorization_not_reversible" };
    // As in the contract: everything of both; otherwise captures if they cover the amount, otherwise the hold alone.
    const isBoth = kind === null && (amount === null || amount === open + captured);
    const meant = kind ?? (amount !== null && amount <= captured ? "refund" : "void");
    if (!isBoth && amount !== null && amount > (meant === "void" ? open : captured))
      return { refusal: "amount_exceeds_reversible" };
    const voided = isBoth ? open : meant === "void" ? (amount ?? open) : 0;
    const refunded = isBoth ? captured : meant === "refund" ? (amount ?? captured) : 0;
    this.#giveBack(target, voided);
    this.#refund(family, linesOf(target), refunded, now);
    return { moved: voided + refunded, isAll: voided + refunded === open + captured };
  }

  /** Voids the remaining hold, regardless of captures. */
  voidHold(target: ModelRecord, amount: number | null, now: number): Expected {
    const open = openOf(target, now);
    if (open === 0) {
      return { refusal: sumsOf(target).captured > 0 ? "already_captured" : "authorization_not_reversible" };
    }
    const voided = amount ?? open;
    if (voided > open) return { refusal: "amount_exceeds_remaining_hold" };
    this.#giveBack(target, voided);
    return { moved: voided, isAll: voided === open };
  }

  refund({ family, lines }: ModelTransaction, amount: number | null, now: number): Expected {
    const refundable = lines.reduce((sum, line) => sum + line.amount - line.refunded, 0);
    if (refundable === 0) return { refusal: "transaction_not_refundable" };
    const refunded = amount ?? refundable;
    if (refunded > refundable) return { refusal: "amount_exceeds_refundable" };
    this.#refund(family, lines, refunded, now);
    return { moved: refunded, isAll: refunded === refundable };
  }

  settle(now: number): ExpectedBatch | null {
    const batch = this.#settlement.settle(now);
    this.merchantPosted -= (batch?.payout ?? 0) + (batch?.fee ?? 0);
    return batch;
  }

  setPrice(price: ModelPrice, now: number): void {
    this.#settlement.prices.push({ ...price, fromDay: Math.floor(now / DAY_MS) + 1 });
  }

  returnFees(isFeeReturned: boolean): void {
    this.#settlement.isFeeReturned = isFeeReturned;
  }

  expire(now: number): void {
    for (const family of this.#overdue(now)) this.#expire(family);
  }

  #overdue(now: number): ModelFamily[] {
    return this.families
      .filter(({ expiresAt, members }) => expiresAt <= now && members.some((member) => remainingOf(member) > 0))
      .sort((a, b) => a.expiresAt - b.expiresAt);
  }

  /** Expires the account's overdue holds, oldest first, until there is enough; none if all of them aren't enough. */
  #expireFor(missing: number, account: ModelAccount, now: number): void {
    const overdue = this.#overdue(now).filter(({ card }) => card.account === account);
    const leftOfFamily = ({ members }: ModelFamily) => members.reduce((sum, member) => sum + remainingOf(member), 0);
    if (overdue.reduce((sum, family) => sum + leftOfFamily(family), 0) < missing) return;
    for (const [family] of draw(overdue, missing, leftOfFamily)) this.#expire(family);
  }

  #expire({ card, members }: ModelFamily): void {
    for (const member of members) {
      const left = remainingOf(member);
      member.expired += left;
      card.account.held -= left;
    }
  }

  #giveBack(target: ModelRecord, voided: number): void {
    for (const [from, part] of draw(membersOf(target), voided, (member) => remainingOf(member))) from.voided += part;
    if (target.family) target.family.card.account.held -= voided;
  }

  #refund(family: ModelFamily, lines: readonly ModelLine[], refunded: number, now: number): void {
    for (const [line, part] of draw(lines, refunded, (each) => each.amount - each.refunded)) {
      line.refunded += part;
      line.from.refunded += part;
      this.#settlement.refunds.push({ of: line, amount: part, at: now, settledAt: null, isFeeReturned: false });
    }
    family.card.account.posted += refunded;
    this.merchantPosted -= refunded;
  }

  #decide(card: ModelCard, amount: number, transaction: number, isNew: boolean, now: number): string | null {
    const isToday = card.day === Math.floor(now / DAY_MS);
    if (card.isFrozen) return "62";
    if (transaction > card.transactionLimit) return "61";
    if ((isToday ? card.usedAmount : 0) + amount > card.dailyAmount) return "61";
    if (isNew && (isToday ? card.usedCount : 0) >= card.dailyCount) return "65";
    const { account } = card;
    const missing = () => amount - (account.posted - account.held + account.credit);
    if (missing() > 0) this.#expireFor(missing(), account, now);
    return missing() > 0 ? "51" : null;
  }

  #hold(family: ModelFamily, amount: number, now: number): Expected {
    const { card, members } = family;
    const today = Math.floor(now / DAY_MS);
    if (card.day !== today) Object.assign(card, { day: today, usedAmount: 0, usedCount: 0 });
    card.usedAmount += amount;
    card.usedCount += members.length === 0 ? 1 : 0;
    card.account.held += amount;
    family.expiresAt = Math.max(family.expiresAt, now + family.holdMs);
    const record: ModelRecord = { ...NOTHING, amount, family };
    members.push(record);
    return { approved: amount, record };
  }
}
