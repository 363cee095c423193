import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOwnMember } from "@/server/domain/members";
import { MemberId, MerchantId } from "@/server/platform/noun-ids";
import { staffAuditPart } from "../audit";
import { requireActiveTenant, requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { unknownReference } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { hashPin, newPin } from "./code-secrets";
import { type CodeTerms, mintPaymentCode, writePaymentCode } from "./mint-payment-code";
import type { PaymentCodeRow } from "./payment-code";

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

async function requireOwnMerchant(caller: TenantCaller, id: string): Promise<MerchantId> {
  if (!MerchantId.is(id)) throw unknownReference("merchant");
  const [found] = await query(
    getPool(),
    sql`SELECT 1 FROM merchants WHERE id = ${id} AND tenant_id = ${caller.tenantId}
      AND environment = ${caller.environment}::environment`,
  );
  if (!found) throw unknownReference("merchant");
  return id;
}
