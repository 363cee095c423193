import { type BenchMove, DEMO_CURRENCY } from "@/server/contracts/demo";
import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { digest, digestLike, isEqualConstantTime, shorten } from "@/server/platform/crypto";
import { isRecordId, parseRecordId, type RecordId, timeOfRecordId } from "@/server/platform/ids";
import { type DecimalAmount, readAmount } from "@/server/platform/money";
import { AuthorizationId } from "@/server/platform/noun-ids";
import {
  type AuthorizationOutcome,
  type CaptureOutcome,
  type CaptureRow,
  captureAuthorization,
  type Family,
  getFamily,
  incrementAuthorization,
  listCaptures,
  type RedemptionOutcome,
  type RefundOutcome,
  type RescueOutcome,
  redeemPaymentCode,
  refundableOf,
  refundTransaction,
  rescuePayment,
  type VoidOutcome,
  voidAuthorization,
} from "../authorizations";
import type { ApiKeyCaller, MemberCaller, MerchantCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { isOwnMember, topUpDemo } from "../members";
import { findMerchantKey } from "../merchants";
import { createMemberCode, findPaymentCode, type NewMemberCode, paymentCodeNotFound } from "../payment-codes";
import { listLedgerEntries, listStoryEvents, type StoryEntry, type StoryEvent } from "../queries";
import { findApiKey } from "../tenants";
import { DEMO_MEMBER } from "../users";

/**
 * Rescues the declined payment of a run, as the demo's member.
 *
 * Accounts, invariant, errors: those of `rescuePayment`. A retry with the same claim changes nothing. Throws `not_found` for a
 * run without a payment.
 */
export async function allowDemoPayment(
  request: DemoRequest,
  { recordId }: DemoRun,
  claim: IdempotencyClaim<RescueOutcome>,
): Promise<RescueOutcome> {
  const { member } = await requireDemo(request);
  if (recordId === null) throw runNotFound();
  return rescuePayment(member, { id: recordId, account: null }, claim);
}

/** Half of an HMAC-SHA-256: 128 bits. */
const PROOF_DIGITS = 32;
const DEMO_RUN_MS = 60 * 60 * 1000;
const NO_PAYMENT = "0";

export interface DemoRun {
  readonly codeId: RecordId;
  readonly recordId: AuthorizationId | null;
}

function recordsOf({ codeId, recordId }: DemoRun): string {
  return `${codeId}-${recordId ?? NO_PAYMENT}`;
}

/** `<code>-<payment>-<proof>`: the right to continue the run, given only to its creator. */
export function sealDemoRun(run: DemoRun): string {
  const names = recordsOf(run);
  return `${names}-${shorten(digest("demo-run", names), PROOF_DIGITS)}`;
}

/** For seals of the last hour. Throws `not_found`, whatever is wrong. */
export function openDemoRun(sealed: string, now: Date): DemoRun {
  const [codeId = "", payment = "", proof = "", ...rest] = sealed.split("-");
  if (!isRecordId(codeId) || rest.length > 0) throw runNotFound();
  const run = { codeId, recordId: payment === NO_PAYMENT ? null : readPayment(payment) };
  const expected = digestLike(proof, "demo-run", recordsOf(run));
  if (!expected || !isEqualConstantTime(proof, shorten(expected, PROOF_DIGITS))) throw runNotFound();
  const madeAt = timeOfRecordId(codeId);
  if (!madeAt || now.getTime() - madeAt.getTime() > DEMO_RUN_MS) throw runNotFound();
  return run;
}

function readPayment(text: string): AuthorizationId {
  if (!AuthorizationId.is(text)) throw runNotFound();
  return text;
}

export function runNotFound(): DomainError {
  return new DomainError("not_found", "This run has ended, or never was. Make another code to begin a new one.");
}

/** Public parts of the two keys that the docs print. No other key can have these names. */
const TENANT_KEY = "pk_test_closedloop_sandbox";
const MERCHANT_KEY = "mk_test_closedloop_cafe";

export interface DemoRequest {
  readonly now: Date;
  readonly requestId: string;
}

export interface Demo {
  readonly member: MemberCaller;
  readonly merchant: MerchantCaller;
  readonly tenant: ApiKeyCaller;
}

/** The demo's sides, as the sandbox's public keys let anyone act; null if it was not seeded, or a part is gone. Test only. */
export async function findDemo(request: DemoRequest): Promise<Demo | null> {
  const [key, till] = await Promise.all([findApiKey(TENANT_KEY), findMerchantKey(MERCHANT_KEY)]);
  if (!key || !till || key.revokedAt || till.revokedAt || till.tenantId !== key.tenantId) return null;
  if (key.environment !== "test" || till.environment !== "test" || key.tenantStatus === "suspended") return null;
  const shared = { ...request, environment: "test", tenantId: key.tenantId, isTenantSuspended: false } as const;
  const tenant: ApiKeyCaller = { ...shared, kind: "tenant", apiKeyId: key.id };
  if (!(await isOwnMember(tenant, DEMO_MEMBER))) return null;
  const { tenantId, environment } = shared;
  return {
    member: { ...request, kind: "member", memberId: DEMO_MEMBER, tenantId, environment },
    merchant: { ...shared, kind: "merchant", merchantId: till.merchantId, key: { kind: "merchant_key", id: till.id } },
    tenant,
  };
}

/** Throws `not_found` if there is no demo. */
async function requireDemo(request: DemoRequest): Promise<Demo> {
  const demo = await findDemo(request);
  if (!demo) throw new DomainError("not_found", "There is no demo here: the public sandbox isn’t there.");
  return demo;
}

export interface DemoRecord {
  readonly family: Family;
  readonly captures: readonly CaptureRow[];
  readonly entries: readonly StoryEntry[];
  readonly events: readonly StoryEvent[];
}

/** Throws `not_found`, `authorization_not_found`. */
export async function readDemoRecord(request: DemoRequest, recordId: AuthorizationId): Promise<DemoRecord> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const { merchant } = await requireDemo(request);
  const [family, entries, events] = await Promise.all([
    getFamily(attempt, merchant, recordId),
    listLedgerEntries(recordId),
    listStoryEvents(recordId),
  ]);
  return { family, captures: await listCaptures(attempt, family.members), entries, events };
}

const CODE_MINUTES = 10;

/** A retry makes another code: harmless, since each pays once, up to a small cap, and expires. Throws `not_found`. */
export async function createDemoCode(request: DemoRequest, cap: number): Promise<NewMemberCode> {
  const { member } = await requireDemo(request);
  await topUpDemo(request);
  const terms = {
    account: null,
    merchant: null,
    currency: DEMO_CURRENCY,
    maxAmount: readAmount(cap),
    expiryMinutes: CODE_MINUTES,
    isSingleUse: true,
    isRecurring: false,
    recurringInterval: null,
    recurringLimit: null,
    recurringThru: null,
    displayHint: null,
    metadata: null,
  };
  return createMemberCode(member, terms, null);
}

interface DemoCharge {
  readonly merchant: MerchantCaller;
  readonly code: string;
  readonly codeId: RecordId;
}

/**
 * A code of the demo's member, at the demo's merchant. Anyone else's code is reported as unknown, so that the demo can't be
 * used to try or spend codes. Throws `not_found`, `payment_code_not_found`.
 */
export async function findDemoCharge(request: DemoRequest, code: string): Promise<DemoCharge> {
  const { member, merchant } = await requireDemo(request);
  const found = await findPaymentCode(getPool(), "test", code);
  if (found?.memberId !== member.memberId || found.origin !== "member") throw paymentCodeNotFound();
  return { merchant, code, codeId: parseRecordId(found.id) };
}

/**
 * Accounts: member (posted down, or held up), merchant (entry up for a sale). Invariant: as for `redeemPaymentCode`. A retry
 * with the same claim changes nothing; without one it finds the code used up and is declined.
 * Throws `payment_code_not_found`.
 */
export async function redeemDemoCode(
  { merchant, code }: DemoCharge,
  { amount, isSale }: { readonly amount: DecimalAmount; readonly isSale: boolean },
  claim: IdempotencyClaim<RedemptionOutcome> | null,
): Promise<RedemptionOutcome> {
  const ask = {
    code,
    pin: null,
    amount,
    merchant: null,
    currency: null,
    deviceFingerprint: null,
    metadata: null,
    merchantReference: null,
    isSale,
    isRecurring: false,
  };
  const outcome = await redeemPaymentCode(merchant, ask, claim);
  if (outcome.row === null) throw paymentCodeNotFound();
  return outcome;
}

/** After this many events, a demo payment can't be moved further. */
const MAX_DEMO_EVENTS = 24;

export type DemoMoveOutcome = AuthorizationOutcome | CaptureOutcome | VoidOutcome | RefundOutcome;

interface DemoMove {
  readonly move: BenchMove;
  readonly amount: DecimalAmount | null;
}

/**
 * Captures, increments, voids, or refunds the payment of a run, as the demo's merchant, or for an increment as its tenant. A
 * refund is of the newest capture with something left.
 *
 * Accounts, invariant: those of the use case that is run; the code's cap bounds all of them. A retry with the same claim
 * changes nothing. Throws `not_found`, `limit_reached`, and what that use case throws.
 */
export async function moveDemoPayment(
  request: DemoRequest,
  { recordId: id }: DemoRun,
  { move, amount }: DemoMove,
  claim: IdempotencyClaim<DemoMoveOutcome>,
): Promise<DemoMoveOutcome> {
  const { merchant, tenant } = await requireDemo(request);
  if (id === null) throw runNotFound();
  const newest = await findNewestCapture(merchant, id);
  switch (move) {
    case "capture":
      return captureAuthorization(merchant, { id, amount, merchantReference: null }, claim);
    case "void":
      return voidAuthorization(merchant, { id, amount }, claim);
    case "increment":
      if (amount === null) throw invalidField("amount", "is required for an increment");
      return incrementAuthorization(tenant, { id, amount, metadata: null }, claim);
    case "refund":
      if (newest === null) throw new DomainError("transaction_not_found", "Nothing of this payment was captured.");
      return refundTransaction(merchant, { transactionId: newest, amount, reasonCode: "RV05" }, claim);
  }
}

/** Null if nothing was captured. Throws `limit_reached` for a payment with too many events. */
async function findNewestCapture(merchant: MerchantCaller, id: string): Promise<string | null> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const { root, members } = await getFamily(attempt, merchant, id);
  if (root.eventSequence >= MAX_DEMO_EVENTS) {
    throw new DomainError("limit_reached", "This payment has been through enough. Make another code.");
  }
  const captures = await listCaptures(attempt, members);
  const newest = captures.findLast((capture) => refundableOf([capture]) > 0n) ?? captures.at(-1);
  return newest?.transactionId ?? null;
}
