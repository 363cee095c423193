import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import type { Queryable } from "@/server/db/query";
import type { Sql } from "@/server/db/sql";
import type { Standing } from "@/server/db/standing";
import type { Audited } from "@/server/domain/audit";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { Decision, Described } from "@/server/domain/declines";
import type { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import type { RiskAssessment } from "@/server/domain/risk";
import type { Subscriber } from "@/server/domain/webhooks";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId, MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import type { Allowance } from "../rescue/allowance";
import type { Parent } from "./parent";

/** A request for money, whatever is to pay: references are well-formed, but for the payer's nothing has been read. */
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
  /** The member answers: what refuses it speaks to them. */
  readonly isMembersYes?: boolean;
  /** What rests on the standing of another tenant as well. */
  readonly alsoRestsOn?: Standing | undefined;
  /** Whether overdue holds that are in the way may still be expired for it. */
  readonly mayExpire: boolean;
}

/** What was sent beside the money. */
interface RequestedDescription extends PaymentDescription {
  readonly merchantReference: string | null;
  readonly deviceHash: string | null;
}

/** What the record keeps of it beside the money: as it was sent, or the parent's. */
type Description = Described & Pick<RequestedDescription, "metadata" | "merchantReference" | "deviceHash">;

/** What came of it, approved or declined. */
export interface Recorded {
  readonly row: AuthorizationRow;
  readonly memberId: MemberId;
  /** Names the capture of a sale; null for a hold and a decline. */
  readonly transactionId: string | null;
}

/** No one has what was to pay. */
export interface UnknownPayer {
  readonly unknownPayerAt: MerchantId;
  readonly subscribers: readonly Subscriber[];
}

/** What pays, as far as every instrument has it. */
export interface Payer {
  readonly id: string;
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  /** Of its account. */
  readonly currency: string;
}

/** What a decision rests on beside the payer. Minor units of `currency`. */
export interface DecisionInput {
  readonly amountMinor: bigint;
  /** The whole transaction so far with this amount: what adds to one has what its family has. */
  readonly transactionMinor: bigint;
  readonly isNewTransaction: boolean;
  readonly currency: Currency;
  readonly merchant: MerchantFacts;
  readonly described: Description;
  readonly availableMinor: bigint;
  /** What the member let through: their own freeze and limits don't hold for it, and it is all that may be taken. */
  readonly allowance: Allowance | null;
  /** Null for what adds to a transaction: that was scored when it began. */
  readonly risk: RiskAssessment | null;
}

/** A payer before and after a batch; each is named once, and they come in the order in which they are to be locked. */
export interface PayerChange<P extends Payer> {
  readonly before: P;
  readonly after: P;
}

/** A part of the statement that writes a batch: it returns as many rows as it changes, or what it rests on has moved. */
export interface WritePart {
  readonly name: string;
  /** Null: it goes with the others, and changes what there is. */
  readonly rows: number | null;
  part(guard: string): Sql;
}

/** How what adds to an authorization knows it. */
interface ParentSide<R> {
  /** The parent in a row of `source`. */
  of(row: R): Parent;
  /** Throws where nothing can be added. */
  requireOpen(parent: Parent, now: Date): void;
  /** What the audit log says of it, if a person asked. */
  audited(row: AuthorizationRow): Audited;
}

interface RescueSide<P> {
  /** Of `p` of the source: the payer's id. */
  readonly payerId: Sql;
  /** What the word rests on: another version ends it. */
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
  /** How the member's word for a payment is found and kept; null: there is none for what is paid so. */
  readonly rescue: RescueSide<P> | null;
  /** This batch used it on an earlier day already. A write checks one day's limits, so the request waits for the next batch. */
  isOfEarlierDay?(payer: P, request: A): boolean;
  decide(request: A, payer: P, input: DecisionInput): Decision;
  /** The payer after an approval. */
  use(payer: P, request: A, input: DecisionInput): P;
  /** The payer after a decline; itself where that changes nothing. */
  afterDecline(payer: P, request: A, decision: Decision): P;
  /** The payer once there is a record of what was asked; without it, as it is. */
  recorded?(payer: P, row: AuthorizationRow): P;
  /** UPDATEs that return a row for each change whose payer still is as it was read. */
  write(changes: readonly PayerChange<P>[]): readonly WritePart[];
  /** The column of the record that names the payer. */
  columns(payer: P): Partial<Pick<AuthorizationRow, "cardId" | "paymentCodeId" | "agreementId">>;
  /** It says itself what becomes of a request while the tenant is suspended. Else it is refused. */
  readonly decidesSuspension?: true;
  /** What a request for a payer that is not there is refused with; null: it is for the caller to say. */
  missing(): DomainError | null;
}
