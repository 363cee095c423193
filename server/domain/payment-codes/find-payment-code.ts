import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment, TenantCaller } from "../caller";
import { DomainError } from "../errors";
import { hashesOfCode } from "./code-secrets";
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
