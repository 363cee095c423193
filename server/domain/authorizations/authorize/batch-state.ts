import type { MemberDebit } from "@/server/domain/ledger";
import type { Habit } from "@/server/domain/risk";
import type { AccountId, AuthorizationId, MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import type { OpenRescue, SpentRescue } from "../rescue/open-rescues";
import type { DecisionInput, Parent, Payer, PayerChange } from "./payment-request";
import { type AccountFigures, LOOK_BACK } from "./read-facts";

interface Seen {
  readonly merchantId: MerchantId;
  readonly deviceHash: string | null;
  readonly amountMinor: bigint;
  readonly isApproved: boolean;
}

interface AccountState {
  availableMinor: bigint;
  overdueMinor: bigint;
  heldMinor: bigint;
  soldMinor: bigint;
  readonly seen: Seen[];
}

export class BatchState<P extends Payer> {
  readonly #payers = new Map<string, { before: P; after: P }>();
  readonly #parents = new Map<AuthorizationId, ParentChange>();
  readonly #accounts = new Map<AccountId, AccountState>();
  readonly #rescues = new Map<string, SpentRescue>();

  /** The payer and its account after the earlier decisions of the batch; as read, if none concerned them. */
  find(read: P, figures: AccountFigures): { readonly payer: P; readonly account: AccountFigures } {
    const account = this.account(read.accountId, figures);
    const payer = this.#payers.get(read.id) ?? { before: read, after: read };
    this.#payers.set(read.id, payer);
    return { payer: payer.after, account };
  }

  /** With a rescue, this may be another account than the payer's own. */
  account(id: AccountId, figures: AccountFigures): AccountFigures {
    let account = this.#accounts.get(id);
    if (!account) {
      const { availableMinor, overdueMinor } = figures;
      account = { availableMinor, overdueMinor, heldMinor: 0n, soldMinor: 0n, seen: [] };
      this.#accounts.set(id, account);
    }
    // A rescue reads the account without its overdue holds; keep the larger figure.
    if (figures.overdueMinor > account.overdueMinor) account.overdueMinor = figures.overdueMinor;
    const { availableMinor, overdueMinor } = account;
    return { availableMinor, overdueMinor };
  }

  isSpent({ id }: OpenRescue): boolean {
    return this.#rescues.has(id);
  }

  spend({ id }: OpenRescue, { id: usedById, createdAt: usedAt }: AuthorizationRow): void {
    this.#rescues.set(id, { id, usedById, usedAt });
  }

  /** In lock order. */
  spentRescues(): SpentRescue[] {
    return [...this.#rescues.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  parent(read: Parent): Parent {
    return this.#parents.get(read.target.id)?.after ?? read;
  }

  grow(read: Parent, row: AuthorizationRow): void {
    const { id } = read.target;
    const { before, after } = this.#parents.get(id) ?? { before: read, after: read };
    this.#parents.set(id, { before, after: grown(after, row) });
  }

  /** In lock order. */
  parentChanges(): ParentChange[] {
    return [...this.#parents.values()].sort((a, b) => (a.before.target.id < b.before.target.id ? -1 : 1));
  }

  habitOf(read: Habit, { accountId }: P, merchantId: MerchantId, deviceHash: string | null): Habit {
    const seen = this.#accounts.get(accountId)?.seen;
    if (!seen || seen.length === 0) return read;
    const approved = seen.filter(({ isApproved }) => isApproved);
    const count = BigInt(read.approvedCount + approved.length);
    const sumMinor = approved.reduce(
      (sum, { amountMinor }) => sum + amountMinor,
      read.averageMinor * BigInt(read.approvedCount),
    );
    return {
      recentCount: Math.min(LOOK_BACK, read.recentCount + seen.length),
      approvedCount: Math.min(LOOK_BACK, Number(count)),
      averageMinor: approved.length > 0 ? (sumMinor + count / 2n) / count : read.averageMinor,
      knowsMerchant: read.knowsMerchant || approved.some((one) => one.merchantId === merchantId),
      knowsDevice: read.knowsDevice || (deviceHash !== null && approved.some((one) => one.deviceHash === deviceHash)),
    };
  }

  /** `accountId` is the account that pays, or that was asked to. */
  count(
    after: P,
    accountId: AccountId,
    { amountMinor, merchant, described: { deviceHash } }: DecisionInput,
    { isApproved, isSale }: { isApproved: boolean; isSale: boolean },
  ): void {
    const payer = this.#payers.get(after.id);
    const account = this.#accounts.get(accountId);
    if (!payer || !account) throw new Error("a payer that was not found was counted");
    payer.after = after;
    account.seen.push({ merchantId: merchant.id, deviceHash, amountMinor, isApproved });
    if (!isApproved) return;
    account.availableMinor -= amountMinor;
    if (isSale) account.soldMinor += amountMinor;
    else account.heldMinor += amountMinor;
  }

  change(after: P): void {
    const payer = this.#payers.get(after.id);
    if (!payer) throw new Error("a payer that was not found was changed");
    payer.after = after;
  }

  /** In lock order. */
  payerChanges(): PayerChange<P>[] {
    return [...this.#payers.values()].filter(({ before, after }) => before !== after).sort(byIdOfPayer);
  }

  /** Money taken from each account, in lock order. */
  debits(): MemberDebit[] {
    return [...this.#accounts]
      .filter(([, { heldMinor, soldMinor }]) => heldMinor !== 0n || soldMinor !== 0n)
      .map(([accountId, { heldMinor, soldMinor }]) => ({ accountId, heldMinor, soldMinor }))
      .sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  }
}

function byIdOfPayer(a: PayerChange<Payer>, b: PayerChange<Payer>): number {
  return a.before.id < b.before.id ? -1 : 1;
}

/** The family shares one expiry, which an approved increment extends. */
function grown({ target, isShared, members, allowance }: Parent, { amountMinor, expiresAt }: AuthorizationRow): Parent {
  const root = {
    ...target,
    familyAmountMinor: target.familyAmountMinor + amountMinor,
    version: target.version + 1,
    expiresAt: later(target.expiresAt, expiresAt),
  };
  return { target: root, isShared, root, members: members + 1, allowance };
}

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}

export interface ParentChange {
  readonly before: Parent;
  readonly after: Parent;
}
