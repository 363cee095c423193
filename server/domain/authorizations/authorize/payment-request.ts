import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import type { Standing } from "@/server/db/guarded";
import type { Queryable } from "@/server/db/query";
import type { Sql } from "@/server/db/sql";
import type { Audited } from "@/server/domain/audit";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { Decision, Described } from "@/server/domain/declines";
import type { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import type { RiskAssessment } from "@/server/domain/risk";
import type { Published, Subscriber } from "@/server/domain/webhooks";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId, MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import type { Allowance } from "../rescue/allowance";

/** References are well-formed; only the payer has been looked up. */
export interface PaymentRequest {
  readonly caller: AcquirerCaller;
  /** Null means the tenant's default merchant. */
  readonly merchantId: MerchantId | null;
  readonly amount: DecimalAmount;
  readonly currency: Currency | null;
  readonly isSale: boolean;
  readonly described: RequestedDescription;
  readonly claim: IdempotencyClaim<Recorded> | null;
  /** Ends a charge request without a payment, so differing sandbox clocks don't matter. */
  readonly paysNothing?: boolean;
  /** The member is the one answering, so errors are worded for them. */
  readonly isMembersYes?: boolean;
  /** Standing of the answering member's tenant, if the request also depends on it. */
  readonly alsoRestsOn?: Standing | undefined;
}

interface RequestedDescription extends PaymentDescription {
  readonly merchantReference: string | null;
  readonly deviceHash: string | null;
}

type Description = Described & Pick<RequestedDescription, "metadata" | "merchantReference" | "deviceHash">;

export interface Recorded {
  readonly row: AuthorizationRow;
  readonly memberId: MemberId;
  readonly transactionId: string | null;
}

export interface UnknownPayer {
  readonly unknownPayerAt: MerchantId;
  readonly subscribers: readonly Subscriber[];
}

export interface Payer {
  readonly id: string;
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  readonly currency: string;
}

/** Amounts are minor units of `currency`. */
export interface DecisionInput {
  readonly amountMinor: bigint;
  /** Total of the transaction including this amount; for an increment, of its family. */
  readonly transactionMinor: bigint;
  readonly isNewTransaction: boolean;
  readonly currency: Currency;
  readonly merchant: MerchantFacts;
  readonly described: Description;
  readonly availableMinor: bigint;
  /** Lifts the member's own freeze and limits, and bounds the amount. */
  readonly allowance: Allowance | null;
  /** Null for an increment: its transaction was scored when it began. */
  readonly risk: RiskAssessment | null;
}

/** A payer before and after a batch. Each appears once, in lock order. */
export interface PayerChange<P extends Payer> {
  readonly before: P;
  readonly after: P;
}

/** A part of the query that writes a batch. Fewer rows than `rows` mean that the facts behind it have changed. */
export interface WritePart {
  readonly name: string;
  readonly rows: number | null;
  part(guard: string): Sql;
}

export interface Parent {
  readonly target: AuthorizationRow;
  /** The 7-digit number may also mean an earlier authorization. */
  readonly isShared: boolean;
  /** First of the target's family. A declined increment belongs to no family. */
  readonly root: Pick<AuthorizationRow, "id" | "expiresAt">;
  readonly members: number;
  /** Rescue that approved the first authorization; increments can't exceed it. */
  readonly allowance: Allowance | null;
}

interface ParentSide<R> {
  of(row: R): Parent;
  requireOpen(parent: Parent, now: Date): void;
  audited(row: AuthorizationRow): Audited;
}

interface RescueSide<P> {
  /** The payer's id, in terms of row `p` of the source. */
  readonly payerId: Sql;
  /** A rescue made under another version has ended. */
  rulesVersion(payer: P): number;
}

/** A way to pay. Rules and uses are pure; only `lock`, `source`, and `write` touch the database. */
export interface Instrument<A extends PaymentRequest, P extends Payer, R = P> {
  readonly kind: "card" | "payment_code" | "agreement" | "increment";
  /** Null if requests begin a transaction. Otherwise they add to one and inherit its merchant and description. */
  readonly parent: ParentSide<R> | null;
  /** Identifies the payer by what the request knows of it. */
  nameOf(request: A): string;
  /** Locks the payer, and returns its account, which is locked after it. */
  lock(db: Queryable, request: A): Promise<readonly { readonly accountId: AccountId }[]>;
  /**
   * FROM item: at most one row `p` per `asked i`, with `account_id` and, with a parent, `merchant_id`. `i.name` is `nameOf`.
   */
  source(): Sql;
  payerOf(row: R): P;
  /** Null if payments by this instrument can't be rescued. */
  readonly rescue: RescueSide<P> | null;
  /** True if this batch used it on an earlier day. A write checks one day's limits, so the request waits for the next batch. */
  isOfEarlierDay?(payer: P, request: A): boolean;
  decide(request: A, payer: P, input: DecisionInput): Decision;
  use(payer: P, request: A, input: DecisionInput): P;
  afterDecline(payer: P, request: A, decision: Decision): P;
  recorded?(payer: P, row: AuthorizationRow): P;
  events?(before: P, after: P, request: A): readonly Published[];
  /** UPDATEs that return a row for each payer that is still as it was read. */
  write(changes: readonly PayerChange<P>[]): readonly WritePart[];
  columns(payer: P): Partial<Pick<AuthorizationRow, "cardId" | "paymentCodeId" | "agreementId">>;
  /** `decide` handles a suspended tenant. Otherwise the request is refused up front. */
  readonly decidesSuspension?: true;
  /** Error for a payer that doesn't exist; null if the use case throws its own. */
  missing(): DomainError | null;
}
