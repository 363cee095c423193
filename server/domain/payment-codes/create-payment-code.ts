import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId, newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency, toMinor } from "@/server/platform/money";
import type { TenantCaller } from "../caller";
import { DomainError, unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { hashCode, hashPin, newCode, newPin } from "./code-secrets";
import { dayOf, type PaymentCodeRow } from "./payment-code";

/** Spec 2.8, with references still as the caller wrote them. */
export interface CreatePaymentCodeInput {
  readonly member: string;
  readonly account: string | null;
  readonly merchant: string | null;
  readonly currency: string | null;
  readonly maxAmount: DecimalAmount | null;
  readonly expiryMinutes: number;
  readonly isSingleUse: boolean;
  readonly lockoutThreshold: number;
  readonly isRecurring: boolean;
  readonly recurringInterval: "daily" | "weekly" | "monthly" | null;
  readonly recurringLimit: number | null;
  readonly recurringThru: Date | null;
  readonly displayHint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface NewPaymentCode {
  readonly row: PaymentCodeRow;
  readonly code: string;
  /** Goes out once, in the answer to the creation. */
  readonly pin: string;
}

const MINUTE_MS = 60_000;
const DEFAULT_CURRENCY = "USD";

/**
 * Mints a code that pays from an account of one of the tenant's members. Neither code nor PIN is stored. A retry with
 * the same claim mints nothing and never shows the PIN again.
 * Throws `tenant_suspended`, `invalid_reference`, `validation_error`.
 */
export async function createPaymentCode(
  caller: TenantCaller,
  input: CreatePaymentCodeInput,
  claim: IdempotencyClaim<NewPaymentCode> | null,
): Promise<NewPaymentCode> {
  if (caller.isTenantSuspended) throw new DomainError("tenant_suspended", "The tenant is suspended.");
  const { accountId, currency } = await findAccount(caller, input);
  await requireMerchant(caller, input.merchant);
  if (input.recurringThru && input.recurringThru < dayOf(caller.now))
    throw invalid("recurringThru", "must not be past");
  const code = newCode();
  const pin = newPin();
  const row: PaymentCodeRow = {
    id: newRecordId(caller.now),
    tenantId: caller.tenantId,
    environment: caller.environment,
    codeHash: hashCode(code),
    pinHash: await hashPin(pin),
    memberId: input.member,
    accountId,
    merchantId: input.merchant,
    currency,
    maxAmountMinor: input.maxAmount === null ? null : requireMaxAmount(input.maxAmount, currency),
    expiresAt: new Date(caller.now.getTime() + input.expiryMinutes * MINUTE_MS),
    isSingleUse: input.isSingleUse,
    isRecurring: input.isRecurring,
    recurringInterval: input.recurringInterval,
    recurringLimit: input.recurringLimit,
    recurringThru: input.recurringThru,
    lockoutThreshold: input.lockoutThreshold,
    displayHint: input.displayHint,
    metadata: input.metadata as PaymentCodeRow["metadata"],
    status: "active",
    failedTries: 0,
    uses: 0,
    lastUsedAt: null,
    nextUseOn: null,
    createdAt: caller.now,
    revokedAt: null,
    revokeReason: null,
  };
  const created = { row, code, pin };
  await query(
    getPool(),
    sql`WITH written AS (${insertRows("payment_codes", [row], "(SELECT 1) AS request")}),
      ${recordAnswer(claim, created, caller.now, "written")}
      SELECT 1`,
  );
  return created;
}

function invalid(field: string, message: string): DomainError {
  return new DomainError("validation_error", `${field} ${message}.`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

function requireMaxAmount(amount: DecimalAmount, currency: Currency): bigint {
  const minor = toMinor(amount, currency);
  if (minor === null) throw invalid("maxAmount", `must have no more decimals than ${currency} has`);
  return minor;
}

/** The named account of the member; without a name, the member's oldest in the currency (USD by default). */
async function findAccount(
  caller: TenantCaller,
  { member, account, currency }: CreatePaymentCodeInput,
): Promise<{ accountId: string; currency: Currency }> {
  if (!isRecordId(member)) throw unknownReference("member");
  if (account !== null && !isRecordId(account)) throw unknownReference("account");
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const accounts = await query<{ memberId: string; id: RecordId | null; currency: string }>(
    getPool(),
    sql`SELECT m.id AS member_id, a.id, a.currency FROM members m LEFT JOIN accounts a ON a.member_id = m.id
      WHERE m.id = ${member} AND m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment
      ORDER BY a.created_at, a.id`,
  );
  if (accounts.length === 0) throw unknownReference("member");
  const wanted = currency ?? DEFAULT_CURRENCY;
  const found = accounts.find((row) => (account === null ? row.currency === wanted : row.id === account));
  if (!found?.id || !isCurrency(found.currency)) throw unknownReference("account");
  if (currency !== null && found.currency !== currency) throw invalid("currency", "is not the account's");
  return { accountId: found.id, currency: found.currency };
}

async function requireMerchant(caller: TenantCaller, merchant: string | null): Promise<void> {
  if (merchant === null) return;
  if (!isRecordId(merchant)) throw unknownReference("merchant");
  const [found] = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM merchants WHERE id = ${merchant} AND tenant_id = ${caller.tenantId}
      AND environment = ${caller.environment}::environment`,
  );
  if (!found) throw unknownReference("merchant");
}
