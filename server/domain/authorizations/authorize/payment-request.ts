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

/** A request for money by any instrument: references are well-formed; nothing but the payer has been looked up. */
export interface PaymentRequest {
  readonly caller: AcquirerCaller;
  /** Null: the tenant's default. */
  readonly merchantId: MerchantId | null;
  readonly amount: DecimalAmount;
  /** Null: the payer's own. */
  readonly currency: Currency | null;
  /** Captures all of it at once. */
  readonly isSale: boolean;
  readonly described: RequestedDescription;
  readonly claim: IdempotencyClaim<Recorded> | null;
  /** It ends a charge request without a payment, so clocks that differ don't matter. */
  readonly paysNothing?: boolean;
  /** The member answers, so refusals are worded for them. */
  readonly isMembersYes?: boolean;
  /** The tenant of the member who answers, if the request rests on it as well. */
  readonly alsoRestsOn?: Standing | undefined;
}

/** Fields of the request beside the money. */
interface RequestedDescription extends PaymentDescription {
  readonly merchantReference: string | null;
  readonly deviceHash: string | null;
}

/** Fields of the record beside the money: as they were sent, or the parent's. */
type Description = Described & Pick<RequestedDescription, "metadata" | "merchantReference" | "deviceHash">;

/** The record of a request, approved or declined. */
export interface Recorded {
  readonly row: AuthorizationRow;
  readonly memberId: MemberId;
  /** Names the capture of a sale; null for a hold and a decline. */
  readonly transactionId: string | null;
}

/** The request names a card or code that doesn't exist. */
export interface UnknownPayer {
  readonly unknownPayerAt: MerchantId;
  readonly subscribers: readonly Subscriber[];
}

/** The card, code, or agreement that pays: the fields that every instrument has. */
export interface Payer {
  readonly id: string;
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  /** Of its account. */
  readonly currency: string;
}

/** Input of a decision beside the payer. Minor units of `currency`. */
export interface DecisionInput {
  readonly amountMinor: bigint;
  /** The whole transaction with this amount: of an increment, with the amount of its family. */
  readonly transactionMinor: bigint;
  readonly isNewTransaction: boolean;
  readonly currency: Currency;
  readonly merchant: MerchantFacts;
  readonly described: Description;
  readonly availableMinor: bigint;
  /** The rescue that lifts the member's own freeze and limits, and bounds the amount. */
  readonly allowance: Allowance | null;
  /** Null for an increment: its transaction was scored when it began. */
  readonly risk: RiskAssessment | null;
}

/** A payer before and after a batch; each is named once, and they come in the order in which they are to be locked. */
export interface PayerChange<P extends Payer> {
  readonly before: P;
  readonly after: P;
}

/** A part of the statement that writes a batch. If it returns fewer rows than `rows`, the facts behind it have moved. */
export interface WritePart {
  readonly name: string;
  /** Null: any number of rows will do. */
  readonly rows: number | null;
  part(guard: string): Sql;
}

/** The authorization that a request adds to. */
export interface Parent {
  readonly target: AuthorizationRow;
  /** The number that found it may mean an earlier one. */
  readonly isShared: boolean;
  /** The first of the target's family; a declined increment is no part of one. */
  readonly root: Pick<AuthorizationRow, "id" | "expiresAt">;
  /** The root and its approved increments. */
  readonly members: number;
  /** The rescue that the family began with: increments can't go beyond it. */
  readonly allowance: Allowance | null;
}

/** How an increment finds the authorization that it adds to. */
interface ParentSide<R> {
  /** The parent in a row of `source`. */
  of(row: R): Parent;
  /** Throws where nothing can be added. */
  requireOpen(parent: Parent, now: Date): void;
  /** Its audit record, if a person asked. */
  audited(row: AuthorizationRow): Audited;
}

interface RescueSide<P> {
  /** Of `p` of the source: the payer's id. */
  readonly payerId: Sql;
  /** The version of the payer's rules: a rescue of another version has ended. */
  rulesVersion(payer: P): number;
}

/** A way to pay. Its rules and uses are pure; only `lock`, `source` and `write` know the database. */
export interface Instrument<A extends PaymentRequest, P extends Payer, R = P> {
  readonly kind: "card" | "payment_code" | "agreement" | "increment";
  /** Null: a request begins a transaction. Else it adds to one, at the merchant and in the words of that one. */
  readonly parent: ParentSide<R> | null;
  /** Names the payer, as far as the request does. */
  nameOf(request: A): string;
  /** Locks the payer, then its account. */
  lock(db: Queryable, request: A): Promise<unknown>;
  /**
   * FROM item that gives for each `asked i` at most one row `p` of the payer's columns, `account_id` among them, and
   * where it has a parent `merchant_id`; `i.name` is `nameOf`.
   */
  source(): Sql;
  /** The payer in a row of `source`. */
  payerOf(row: R): P;
  /** How rescues are found; null: payments by this instrument have none. */
  readonly rescue: RescueSide<P> | null;
  /** This batch used it on an earlier day already. A write checks one day's limits, so the request waits for the next batch. */
  isOfEarlierDay?(payer: P, request: A): boolean;
  decide(request: A, payer: P, input: DecisionInput): Decision;
  /** The payer after an approval. */
  use(payer: P, request: A, input: DecisionInput): P;
  /** The payer after a decline; itself where that changes nothing. */
  afterDecline(payer: P, request: A, decision: Decision): P;
  /** The payer once its request has a record. */
  recorded?(payer: P, row: AuthorizationRow): P;
  /** Events of the payer itself, beside those of the authorization. */
  events?(before: P, after: P, request: A): readonly Published[];
  /** UPDATEs that return a row for each change whose payer still is as it was read. */
  write(changes: readonly PayerChange<P>[]): readonly WritePart[];
  /** The column of the record that names the payer. */
  columns(payer: P): Partial<Pick<AuthorizationRow, "cardId" | "paymentCodeId" | "agreementId">>;
  /** `decide` handles a suspended tenant. Else the request is refused. */
  readonly decidesSuspension?: true;
  /** The refusal for a payer that doesn't exist; null: the use case refuses. */
  missing(): DomainError | null;
}
