import type { PaymentDescription } from "@/server/contracts/rest/authorization-schemas";
import type { Queryable } from "@/server/db/query";
import type { Sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import type { Decision } from "@/server/domain/declines";
import type { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import type { MerchantFacts } from "@/server/domain/merchants";
import type { RiskAssessment } from "@/server/domain/risk";
import type { Subscriber } from "@/server/domain/webhooks";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId, MemberId, MerchantId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";

/** A request for money, whatever is to pay: references are well-formed, but for the payer's nothing has been read. */
export interface Ask {
  readonly caller: AcquirerCaller;
  /** Null: the tenant's default. */
  readonly merchantId: MerchantId | null;
  readonly amount: DecimalAmount;
  /** Null: the payer's own. */
  readonly currency: Currency | null;
  /** Captures all of it at once. */
  readonly isSale: boolean;
  readonly described: AskDescription;
  readonly claim: IdempotencyClaim<Recorded> | null;
  /** Whether overdue holds that are in the way may still be expired for it. */
  readonly mayExpire: boolean;
}

/** What the record keeps of it beside the money. */
export interface AskDescription extends PaymentDescription {
  readonly merchantReference: string | null;
  readonly deviceHash: string | null;
}

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
export interface Asked {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly merchant: MerchantFacts;
  /** As the record will keep it. */
  readonly described: AskDescription;
  readonly availableMinor: bigint;
  readonly risk: RiskAssessment;
}

/** A payer before and after a batch; each is named once, and they come in the order in which they are to be locked. */
export interface PayerChange<P extends Payer> {
  readonly before: P;
  readonly after: P;
}

/** A way to pay. Its rules and uses are pure; only `lock`, `source` and `write` know the database. */
export interface Instrument<A extends Ask, P extends Payer, R = P> {
  readonly kind: "card" | "payment_code" | "agreement";
  /** Names the payer, as far as the request does. */
  nameOf(ask: A): string;
  /** Locks the payer, then its account. */
  lock(db: Queryable, ask: A): Promise<unknown>;
  /**
   * FROM item that gives for each `asked i` at most one row `p` of the payer's columns, `account_id` among them; `i.name`
   * is `nameOf`.
   */
  source(): Sql;
  /** The payer in a row of `source`. */
  payerOf(row: R): P;
  decide(ask: A, payer: P, asked: Asked): Decision;
  /** The payer after an approval. */
  use(payer: P, ask: A, asked: Asked): P;
  /** The payer after a decline; itself where that changes nothing. */
  afterDecline(payer: P, ask: A, decision: Decision): P;
  /** UPDATE that returns a row for each change whose payer still is as it was read. */
  write(changes: readonly PayerChange<P>[], guard: string): Sql;
  /** The column of the record that names the payer. */
  columns(payer: P): Partial<Pick<AuthorizationRow, "cardId" | "paymentCodeId" | "agreementId">>;
  /** What a request for a payer that is not there is refused with; null: it is for the caller to say. */
  missing(): DomainError | null;
}
