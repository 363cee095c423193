import { announce } from "@/server/db/announce";
import { runGuarded } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isOwnMember, listAccounts, selectPresent } from "@/server/domain/members";
import { findMerchant, requireOwnMerchant } from "@/server/domain/merchants";
import { dayOf } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency } from "@/server/platform/money";
import { AccountId, MemberId, MerchantId, type TenantId } from "@/server/platform/noun-ids";
import { staffAuditPart } from "../audit";
import { actorOf, requireActiveTenant, requirePermission } from "../authority";
import type { AcquirerCaller, Environment, MemberCaller, TenantCaller } from "../caller";
import { DomainError, invalidField, unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { requireMinor } from "../require-minor";
import { findSubscribers, hasSubscribers, recordEvent } from "../webhooks";
import { codeEvent } from "./code-events";
import { checkPin, hashCode, hashPin, newCode, newPin } from "./code-secrets";
import type { PaymentCodeRow } from "./payment-code";

/** References are not looked up yet. */
export interface CodeTerms {
  readonly account: string | null;
  readonly merchant: string | null;
  readonly currency: string | null;
  readonly maxAmount: DecimalAmount | null;
  readonly expiryMinutes: number;
  readonly isSingleUse: boolean;
  readonly isRecurring: boolean;
  readonly recurringInterval: "daily" | "weekly" | "monthly" | null;
  readonly recurringLimit: number | null;
  readonly recurringThru: Date | null;
  readonly displayHint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The caller has checked that the member is the tenant's, and that the merchant may redeem the code. */
interface CodeToIssue {
  readonly origin: PaymentCodeRow["origin"];
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly now: Date;
  readonly memberId: MemberId;
  readonly merchantId: MerchantId | null;
  readonly pinHash: string | null;
  readonly lockoutThreshold: number;
}

const MINUTE_MS = 60_000;

/** The code itself is in no column. Throws `invalid_reference`, `validation_error`. */
async function mintPaymentCode(issue: CodeToIssue, terms: CodeTerms): Promise<{ row: PaymentCodeRow; code: string }> {
  const { now, environment } = issue;
  const { accountId, currency } = await findAccount(issue, terms);
  if (terms.recurringThru && terms.recurringThru < dayOf(now))
    throw invalidField("recurringThru", "must not be in the past");
  const code = newCode(issue.origin);
  const row: PaymentCodeRow = {
    id: newRecordId(now),
    origin: issue.origin,
    tenantId: issue.tenantId,
    environment,
    codeHash: hashCode(code),
    pinHash: issue.pinHash,
    memberId: issue.memberId,
    accountId,
    merchantId: issue.merchantId,
    boundAt: null,
    currency,
    maxAmountMinor: terms.maxAmount === null ? null : requireMinor(terms.maxAmount, currency, "maxAmount"),
    expiresAt: new Date(now.getTime() + terms.expiryMinutes * MINUTE_MS),
    isSingleUse: terms.isSingleUse,
    isRecurring: terms.isRecurring,
    recurringInterval: terms.recurringInterval,
    recurringLimit: terms.recurringLimit,
    recurringThru: terms.recurringThru,
    lockoutThreshold: issue.lockoutThreshold,
    displayHint: terms.displayHint,
    metadata: terms.metadata as PaymentCodeRow["metadata"],
    status: "active",
    failedTries: 0,
    uses: 0,
    firstUsedAt: null,
    lastUsedAt: null,
    nextUseOn: null,
    timeZone: "UTC",
    createdAt: now,
    revokedAt: null,
    revokeReason: null,
  };
  return { row, code };
}

/** Code, answer, and event are one query. Throws `invalid_reference` for a member who was erased meanwhile. */
async function writePaymentCode<Outcome extends { readonly row: PaymentCodeRow }>(
  created: Outcome,
  claim: IdempotencyClaim<Outcome> | null,
  caller: TenantCaller | MemberCaller,
  /** Another CTE after `written`, with a comma before it. */
  audit: Sql = sql``,
): Promise<Outcome> {
  const { memberId, tenantId, environment } = created.row;
  const event = codeEvent("payment_code.created", created.row, created.row.createdAt);
  const subscribers = await findSubscribers(event, [event.type]);
  return runGuarded(async ({ db, leavesNothing }) => {
    const written = await query(
      db,
      sql`WITH member AS (${selectPresent(memberId)}),
        written AS (${insertRows("payment_codes", [created.row], "member")}),
        ${recordAnswer(claim, created, created.row.createdAt, "written")} ${audit},
        ${recordEvent(event, subscribers, "written")}
        SELECT 1 FROM written`,
    );
    if (written.length === 0) throw unknownReference("member");
    announce(db, `member:${memberId}`, `tenant:${tenantId}:${environment}`);
    if (!hasSubscribers([{ event, subscribers }])) leavesNothing?.();
    return created;
  }, caller.standing);
}

function currenciesOf(accounts: readonly { readonly currency: string }[]): string {
  return [...new Set(accounts.map(({ currency }) => currency))].join(", ") || "none";
}

/** Defaults to the member's oldest account, in the currency if one is given. */
async function findAccount(
  { memberId }: CodeToIssue,
  { account, currency }: CodeTerms,
): Promise<{ accountId: AccountId; currency: Currency }> {
  if (account !== null && !AccountId.is(account)) throw unknownReference("account");
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const accounts = await listAccounts({ memberId });
  const isMeant = (row: { readonly id: AccountId; readonly currency: string }) =>
    account === null ? currency === null || row.currency === currency : row.id === account;
  const found = accounts.find(isMeant);
  if (!found && account === null && currency !== null) {
    const message = `The member has no account in ${currency}, only in ${currenciesOf(accounts)}.`;
    throw new DomainError("invalid_reference", message, { field: "currency" });
  }
  if (!found || !isCurrency(found.currency)) throw unknownReference("account");
  if (currency !== null && found.currency !== currency)
    throw invalidField("currency", "doesn’t match the account’s currency");
  return { accountId: found.id, currency: found.currency };
}

export interface PinCheck {
  readonly isRight: boolean;
  /** Whether a PIN was compared: only then it counts as a try, or forgives earlier ones. */
  readonly wasChecked: boolean;
}

/** Codes of this length have a PIN (contract 2.8). */
const LENGTH_WITH_PIN = 10;

/**
 * Takes the same time whether or not the code is known. A member's code has no PIN; the merchant that a recurring charge has
 * bound a code to needs none for later ones. Throws `validation_error` if a required PIN is missing.
 */
export async function presentPin(
  caller: AcquirerCaller,
  code: PaymentCodeRow | null,
  given: { readonly code: string; readonly pin: string | null; readonly isRecurring: boolean },
): Promise<PinCheck> {
  if (given.code.length !== LENGTH_WITH_PIN) return { isRight: true, wasChecked: false };
  if (given.pin !== null) {
    // Each key or person has its own queue for bcrypt.
    const { actorId } = actorOf(caller);
    return { isRight: await checkPin(given.pin, code?.pinHash ?? null, actorId), wasChecked: true };
  }
  if (code === null || (given.isRecurring && code.boundAt !== null)) return { isRight: true, wasChecked: false };
  throw invalidField("pin", "is required with this payment code");
}

/** Contract 2.8. References are as the caller wrote them. */
export interface CreatePaymentCodeInput extends CodeTerms {
  readonly member: string;
  readonly lockoutThreshold: number;
}

export interface NewPaymentCode {
  readonly row: PaymentCodeRow;
  readonly code: string;
  /** Returned once. */
  readonly pin: string;
}

/**
 * Mints a code that pays from an account of one of the tenant's members. Neither code nor PIN is stored. A retry with the same
 * claim mints nothing and never shows the PIN again.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error`.
 */
export async function createPaymentCode(
  caller: TenantCaller,
  input: CreatePaymentCodeInput,
  claim: IdempotencyClaim<NewPaymentCode> | null,
): Promise<NewPaymentCode> {
  requirePermission(caller, "manage_codes");
  requireActiveTenant(caller);
  const memberId = await requireOwnMember(caller, input.member);
  const merchantId = input.merchant === null ? null : await requireOwnMerchant(caller, input.merchant);
  const pin = newPin();
  const { tenantId, environment, now } = caller;
  const { lockoutThreshold } = input;
  const pinHash = await hashPin(pin, caller.tenantId);
  const issue = {
    origin: "tenant",
    tenantId,
    environment,
    now,
    memberId,
    merchantId,
    pinHash,
    lockoutThreshold,
  } as const;
  const minted = await mintPaymentCode(issue, input);
  const audited = {
    action: "payment_code.created",
    subject: { kind: "payment_code", id: minted.row.id },
    details: { member: memberId },
  };
  return writePaymentCode({ ...minted, pin }, claim, caller, staffAuditPart(caller, audited, "written"));
}

async function requireOwnMember(caller: TenantCaller, id: string): Promise<MemberId> {
  if (!MemberId.is(id) || !(await isOwnMember(caller, id))) throw unknownReference("member");
  return id;
}

export interface NewMemberCode {
  readonly row: PaymentCodeRow;
  /** Returned once; only its hash is stored. */
  readonly code: string;
}

/** A member's code has no PIN, so it is never locked. */
const TRIES_WITHOUT_PIN = 1;

/**
 * Makes a code of 8 characters without a PIN that pays from one of the member's own accounts (contract 2.8), at any merchant of
 * the network or the one it names, on /merchant/v1 only.
 * Throws `invalid_reference`, `validation_error`.
 */
export async function createMemberCode(
  caller: MemberCaller,
  input: CodeTerms,
  claim: IdempotencyClaim<NewMemberCode> | null,
): Promise<NewMemberCode> {
  const { tenantId, memberId, environment, now } = caller;
  const merchantId = input.merchant === null ? null : await requireMerchant(caller, input.merchant);
  const issue = {
    origin: "member",
    tenantId,
    environment,
    now,
    memberId,
    merchantId,
    pinHash: null,
    lockoutThreshold: TRIES_WITHOUT_PIN,
  } as const;
  return writePaymentCode(await mintPaymentCode(issue, input), claim, caller);
}

/** Any tenant's merchant will do. */
async function requireMerchant({ environment }: MemberCaller, merchant: string): Promise<MerchantId> {
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  if (!(await findMerchant(getPool(), { id: merchant, environment }))) throw unknownReference("merchant");
  return merchant;
}
