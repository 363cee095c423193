import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import type { MerchantFacts } from "./merchant-facts";

interface FoundMerchant extends MerchantFacts {
  readonly tenantId: TenantId;
  readonly environment: Environment;
}

/** Any tenant's merchant; the caller decides who may know of it. */
export async function findMerchant(
  db: Queryable,
  { id, environment }: { readonly id: MerchantId; readonly environment: Environment },
): Promise<FoundMerchant | null> {
  const [merchant] = await query<FoundMerchant>(
    db,
    sql`SELECT * FROM merchants WHERE id = ${id} AND environment = ${environment}::environment`,
  );
  return merchant ?? null;
}
