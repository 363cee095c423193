import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import type { EventDetails, PaymentEventFacts } from "@/server/contracts/rest/webhooks/webhook-events";
import { runGuarded } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { Write } from "@/server/db/write";
import { requireActiveTenant, requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { unknownReference } from "@/server/domain/errors";
import { fallbackCurrency } from "@/server/domain/fallback-currency";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "@/server/domain/idempotency";
import {
  CODE_CHANGE_EVENTS,
  decideCode,
  eventOfChange,
  findPaymentCode,
  type PaymentCodeRow,
  type PinCheck,
  presentPin,
  tried,
  used,
  writeCodeUses,
} from "@/server/domain/payment-codes";
import { requireMinor } from "@/server/domain/require-minor";
import { recordEvent, type Subscriber, selectSubscribersOf } from "@/server/domain/webhooks";
import { lastingDigest } from "@/server/platform/crypto";
import { metrics } from "@/server/platform/metrics";
import { type DecimalAmount, isCurrency, parseCurrency } from "@/server/platform/money";
import { MerchantId } from "@/server/platform/noun-ids";
import type { RedemptionOutcome } from "../authorization";
import { RECURRING_CHANNEL } from "../channels";
import { withinAllowance } from "../rescue/allowance";
import { paymentQueue } from "./payment-queue";
import type { Instrument, PaymentRequest } from "./payment-request";

/** Contract 2.8 and 4.5. `code` and `pin` are normalized. */
export interface RedeemPaymentCodeInput {
  readonly code: string;
  /** Required for a tenant's code, except for later recurring charges; a member's code has none. */
  readonly pin: string | null;
  readonly amount: DecimalAmount;
  readonly merchant: string | null;
  readonly currency: string | null;
  readonly deviceFingerprint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly merchantReference: string | null;
  readonly isSale: boolean;
  /** A charge without the member present; the first one binds the code to the merchant. */
  readonly isRecurring: boolean;
}

const MODE_RECURRING = "03" as const;
const MODE_TOKEN = "04" as const;

/**
 * Redeems a payment code: places a hold on its member's account, or with a sale captures at once, or declines. The hold is an
 * authorization like any other for capture, increment, and reverse.
 *
 * Accounts: member (held up; with a sale posted down and the merchant's entry up). Invariant: uses and PIN tries are counted in
 * the query that depends on them, guarded by what was read, so a code is never used or tried once too often. A retry with
 * the same claim changes nothing, its PIN try included.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error` on too many decimals and on a missing PIN, which doesn't
 * count as a try.
 */
export async function redeemPaymentCode(
  caller: AcquirerCaller,
  input: RedeemPaymentCodeInput,
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  requirePermission(caller, "move_money");
  requireActiveTenant(caller);
  const merchant = caller.kind === "merchant" ? caller.merchantId : (input.merchant ?? "");
  if (input.currency !== null && !isCurrency(input.currency)) throw unknownReference("currency");
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  // Otherwise, a key that already has its answer would allow PINs to be guessed without counting a try.
  await requireUnanswered(claim);
  const code = await findPaymentCode(getPool(), caller.environment, input.code);
  const currency = input.currency ?? (code ? parseCurrency(code.currency) : fallbackCurrency(input.amount));
  const amountMinor = requireMinor(input.amount, currency);
  // Outside the query, since hashing is slow; a PIN never changes, it is only wiped, which the status shows.
  const pinCheck = await presentPin(caller, code, input);
  const { deviceFingerprint: device } = input;
  const deviceHash = device === null ? null : lastingDigest("device-fingerprint", device);
  const request = {
    caller,
    codeId: code?.id ?? null,
    pinCheck,
    isRecurring: input.isRecurring,
    merchantId: merchant,
    amount: input.amount,
    currency,
    isSale: input.isSale,
    described: {
      deviceHash,
      ...NOTHING_DESCRIBED,
      merchantReference: input.merchantReference,
      channel: input.isRecurring ? RECURRING_CHANNEL : null,
      mode: input.isRecurring ? MODE_RECURRING : MODE_TOKEN,
      metadata: input.metadata,
    },
    claim,
  };
  const answer = await payWithCode(request);
  if (!("unknownPayerAt" in answer)) return answer;
  const { merchantReference, metadata } = input;
  const outcome = { row: null, amountMinor, currency };
  const { unknownPayerAt: merchantId, subscribers } = answer;
  const described = { merchantId, merchantReference, metadata, subscribers };
  // Guarded: if two events of the same name race, the second reads again.
  await runGuarded(({ db }) => writeUnknownCode(db, caller, { outcome, ...described, claim }), caller.standing);
  return outcome;
}

interface CodeRequest extends PaymentRequest {
  readonly codeId: string | null;
  readonly pinCheck: PinCheck;
  readonly isRecurring: boolean;
}

/** A cap that a tenant set is not the member's to lift. */
function withoutMemberCap(code: PaymentCodeRow): PaymentCodeRow {
  return code.origin === "member" ? { ...code, maxAmountMinor: null } : code;
}

/** A code with the subscribers of its issuing tenant, which need not be the merchant's tenant. */
type ReadCode = PaymentCodeRow & { readonly issuerSubscribers: readonly Subscriber[] };

const ISSUER_SUBSCRIBERS = selectSubscribersOf(
  { tenantId: sql`c.tenant_id`, environment: sql`c.environment`, merchantId: sql`NULL` },
  CODE_CHANGE_EVENTS,
);

/** Each use and each PIN try counts, and the last of either ends the code. */
const CODE: Instrument<CodeRequest, ReadCode> = {
  kind: "payment_code",
  parent: null,
  nameOf: ({ codeId }) => codeId ?? "",
  lock: (db, { codeId }) => query(db, sql`SELECT account_id FROM payment_codes WHERE id = ${codeId} FOR NO KEY UPDATE`),
  source: () =>
    sql`(SELECT c.*, ${ISSUER_SUBSCRIBERS} AS issuer_subscribers FROM payment_codes c WHERE c.id = i.name LIMIT 1)`,
  payerOf: (row) => row,
  // A code's terms never change, so its rules have one version.
  rescue: { payerId: sql`p.id`, rulesVersion: () => 0 },
  decide: ({ caller, pinCheck, isRecurring }, read, input) => {
    const code = input.allowance ? withoutMemberCap(read) : read;
    const decision = decideCode({ now: caller.now, code, isPinRight: pinCheck.isRight, isRecurring, ...input });
    return withinAllowance(decision, input);
  },
  use: (code, { caller, pinCheck, isRecurring }, { merchant }) =>
    used(code, caller.now, {
      merchant,
      isBound: isRecurring && code.boundAt === null,
      forgivesTries: pinCheck.wasChecked,
    }),
  afterDecline: (code, { pinCheck, caller }, decision) => tried(code, decision, pinCheck, caller.now),
  events: (before, after, { caller }) => {
    const event = eventOfChange(before, after, caller.now);
    return event ? [{ event, subscribers: before.issuerSubscribers }] : [];
  },
  write: (changes) => [{ name: "codes", rows: changes.length, part: (guard) => writeCodeUses(changes, guard) }],
  columns: ({ id }) => ({ paymentCodeId: id }),
  missing: () => null,
};

/** Writes a decline that belongs to no one: an event with null ids, and the answer for a repeat. */
async function writeUnknownCode(
  db: Queryable,
  caller: AcquirerCaller,
  write: Pick<UnknownCodeRequest, "merchantId" | "merchantReference" | "metadata"> & {
    readonly outcome: Extract<RedemptionOutcome, { row: null }>;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<RedemptionOutcome> | null;
  },
): Promise<void> {
  const { outcome, subscribers, claim, ...described } = write;
  const { amountMinor, currency } = outcome;
  const { tenantId, environment, now } = caller;
  const event = unknownCodeEvent(caller, { amountMinor, currency, claim, ...described });
  await new Write()
    .add("request", sql`SELECT 1`)
    .addAll(recordAnswer<RedemptionOutcome>(claim, outcome, now, "request"))
    .addAll(recordEvent(event, subscribers, "idempotency"))
    .run({ db }, [`tenant:${tenantId}:${environment}`]);
  metrics().decisions.inc({ instrument: "payment_code", environment, code: "14" });
}

interface UnknownCodeRequest {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly merchantId: MerchantId;
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly claim: { readonly key: string } | null;
}

/** An unknown code has no account to write an authorization for, so the decline is only an event. */
function unknownCodeEvent({ tenantId, environment, requestId, now: at }: AcquirerCaller, request: UnknownCodeRequest) {
  const { amountMinor, currency, merchantId, merchantReference, metadata, claim } = request;
  return {
    tenantId,
    environment,
    type: "authorization.declined",
    sequence: 1,
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: amountMinor.toString(),
      currency,
      approvalCode: null,
      card: null,
      merchant: merchantId,
      channel: null,
      instrument: "payment_code",
      member: null,
      account: null,
      merchantReference,
      metadata,
      reasonCode: "14",
      reasonMessage: DECLINE_REASONS["14"].message,
    } satisfies PaymentEventFacts & EventDetails["authorization.declined"],
    source: claim?.key ?? requestId,
    at,
  } as const;
}

const payWithCode = paymentQueue(CODE);
