import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findMerchant } from "@/server/domain/merchants";
import type { Environment, MerchantCaller, TenantCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { DomainError } from "../errors";
import { hashesOfCode } from "./code-secrets";
import { decideCode } from "./decide-code";
import type { PaymentCodeRow } from "./payment-code";

/** Any tenant's code in the environment. `code` is normalized. */
export async function findPaymentCode(
  db: Queryable,
  environment: Environment,
  code: string,
): Promise<PaymentCodeRow | null> {
  const [row] = await query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE code_hash = ANY(${hashesOfCode(code)}) AND environment = ${environment}::environment`,
  );
  return row ?? null;
}

/** Whether the environment has such a code, whoever owns it and whatever its state. Counts no try. */
export async function lookForCode(
  environment: Environment,
  code: string,
): Promise<"missing" | "with_pin" | "without_pin"> {
  const row = await findPaymentCode(getPool(), environment, code);
  if (!row) return "missing";
  return row.origin === "tenant" ? "with_pin" : "without_pin";
}

export function paymentCodeNotFound(): DomainError {
  return new DomainError("payment_code_not_found", "No such payment code.");
}

/** Throws `payment_code_not_found`, also for another tenant's code. */
export async function getPaymentCode(
  caller: TenantCaller,
  input: { readonly code: string },
  db: Queryable = getPool(),
): Promise<PaymentCodeRow> {
  const row = await findPaymentCode(db, caller.environment, input.code);
  if (row?.tenantId !== caller.tenantId) throw paymentCodeNotFound();
  return row;
}

export interface ValidationOutcome {
  readonly row: PaymentCodeRow | null;
  /** The decline that any sale would get, regardless of PIN, amount, and funds; null if one could be approved. */
  readonly reasonCode: DeclineCode | null;
  /** A well-formed code was unknown: someone may be guessing. */
  readonly isMiss: boolean;
}

/** Checks a code as a sale of this merchant would (contract 4.5), without using anything up. `code` is null if malformed. */
export async function validatePaymentCode(
  caller: MerchantCaller,
  input: { readonly code: string | null },
): Promise<ValidationOutcome> {
  if (input.code === null) return { row: null, reasonCode: "14", isMiss: false };
  const row = await findPaymentCode(getPool(), caller.environment, input.code);
  if (!row) return { row: null, reasonCode: "14", isMiss: true };
  const merchant = await findMerchant(getPool(), { id: caller.merchantId, environment: caller.environment });
  if (!merchant) throw new Error("a merchant’s own row is gone");
  // A suspended tenant makes no new holds, at any of its merchants.
  const status = caller.isTenantSuspended ? "suspended" : merchant.status;
  const decision = decideCode({
    now: caller.now,
    amountMinor: null,
    currency: null,
    merchant: { ...merchant, status },
    code: row,
    isPinRight: true,
    isRecurring: false,
    availableMinor: null,
    described: null,
    risk: null,
  });
  return { row, reasonCode: decision.outcome === "declined" ? decision.code : null, isMiss: false };
}
