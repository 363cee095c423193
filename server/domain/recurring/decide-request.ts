import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { AT_ONCE } from "@/server/db/write";
import { findMerchant, type MerchantFacts } from "@/server/domain/merchants";
import { type AccountId, MemberId } from "@/server/platform/noun-ids";
import type { MerchantCaller } from "../caller";
import type { DeclineCode, Hint } from "../declines";
import { unknownReference } from "../errors";
import {
  CODE_CHANGE_EVENTS,
  decideCode,
  eventOfChange,
  findPaymentCode,
  type PaymentCodeRow,
  type PinCheck,
  tried,
  writeCodeUses,
} from "../payment-codes";
import { findSubscribers, type Published } from "../webhooks";

export interface Payer {
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  /** Terms set with the code bind the agreement too. */
  readonly code: PaymentCodeRow | null;
  /** The merchant's, which counts the agreement's days. */
  readonly timeZone: string;
}

export interface RequestDecline {
  readonly reasonCode: DeclineCode;
  readonly hint: Hint;
}

interface RequestDecision {
  readonly decline: RequestDecline | null;
  readonly payer: Payer | null;
  /** Query about the code; null if it stays as it is. */
  readonly codeEffect: Sql | null;
  readonly codeEvents: readonly Published[];
}

interface Request {
  readonly memberId: string | null;
  readonly paymentCode: string | null;
  readonly currency: string;
  readonly amountMinor: bigint | null;
  readonly pinCheck: PinCheck | null;
}

const NO_CODE = { payer: null, codeEffect: null, codeEvents: [] } as const;

/** Throws `invalid_reference`. */
export async function decideRequest(
  attempt: Attempt,
  caller: MerchantCaller,
  request: Request,
): Promise<RequestDecision> {
  const merchant = await findMerchant(attempt.db, { id: caller.merchantId, environment: caller.environment });
  if (!merchant) throw new Error("a merchant’s own row is gone");
  return request.paymentCode === null
    ? decideMember(attempt, caller, request, merchant)
    : decideHolder(attempt, caller, { ...request, paymentCode: request.paymentCode }, merchant);
}

/** Currency of the member's oldest account; null if there is no such member, or no account. */
export async function findOldestCurrency(caller: MerchantCaller, memberId: string | null): Promise<string | null> {
  if (memberId === null || !MemberId.is(memberId)) return null;
  const [account] = await query<{ currency: string }>(
    getPool(),
    sql`SELECT a.currency FROM members m JOIN accounts a ON a.member_id = m.id
      WHERE m.id = ${memberId} AND m.environment = ${caller.environment}::environment
      ORDER BY a.created_at, a.id LIMIT 1`,
  );
  return account?.currency ?? null;
}

async function decideMember(
  { db }: Attempt,
  caller: MerchantCaller,
  { memberId, currency }: Request,
  merchant: MerchantFacts,
): Promise<RequestDecision> {
  if (memberId === null || !MemberId.is(memberId)) throw unknownReference("memberId");
  const accounts = await query<{ id: AccountId | null; currency: string }>(
    db,
    sql`SELECT a.id, a.currency FROM members m LEFT JOIN accounts a ON a.member_id = m.id
      WHERE m.id = ${memberId} AND m.environment = ${caller.environment}::environment AND m.erased_at IS NULL ORDER BY a.created_at, a.id`,
  );
  if (accounts.length === 0) throw unknownReference("memberId");
  const account = accounts.find((row) => row.currency === currency);
  if (!account?.id) throw unknownReference("currency");
  if (merchant.status === "suspended") return { decline: { reasonCode: "03", hint: {} }, ...NO_CODE };
  return {
    decline: null,
    payer: { memberId, accountId: account.id, code: null, timeZone: merchant.timeZone },
    codeEffect: null,
    codeEvents: [],
  };
}

async function decideHolder(
  { db }: Attempt,
  caller: MerchantCaller,
  { paymentCode, currency, amountMinor, pinCheck }: Request & { readonly paymentCode: string },
  merchant: MerchantFacts,
): Promise<RequestDecision> {
  const code = await findPaymentCode(db, caller.environment, paymentCode);
  if (!code || !pinCheck) return { decline: { reasonCode: "14", hint: {} }, ...NO_CODE };
  const decision = decideCode({
    now: caller.now,
    amountMinor,
    currency,
    merchant,
    code,
    isPinRight: pinCheck.isRight,
    isRecurring: true,
    availableMinor: null,
    described: null,
    risk: null,
  });
  const after = tried(code, decision, pinCheck, caller.now);
  const codeEffect = after === code ? null : writeCodeUses([{ before: code, after }], AT_ONCE);
  const event = eventOfChange(code, after, caller.now);
  const codeEvents = event ? [{ event, subscribers: await findSubscribers(event, CODE_CHANGE_EVENTS, db) }] : [];
  const ofCode = { codeEffect, codeEvents };
  if (decision.outcome === "declined") {
    return { decline: { reasonCode: decision.code, hint: decision.hint }, payer: null, ...ofCode };
  }
  const { memberId, accountId } = code;
  return { decline: null, payer: { memberId, accountId, code, timeZone: merchant.timeZone }, ...ofCode };
}
