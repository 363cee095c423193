import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../../caller";
import { DomainError } from "../../errors";

/** Throws `float_exceeded` if the tenant has none in this currency. */
export async function requireFloat({ tenantId, environment }: TenantCaller, currency: Currency): Promise<AccountId> {
  const [float] = await query<{ id: AccountId }>(
    getPool(),
    sql`SELECT id FROM accounts WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
      AND currency = ${currency} AND kind = 'float'`,
  );
  if (!float)
    throw new DomainError("float_exceeded", `You have no float in ${currency}. Open one, and send money to it.`);
  return float.id;
}
