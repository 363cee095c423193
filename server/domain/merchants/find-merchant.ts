import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import type { MerchantFacts } from "./merchant-facts";

/** Fields of a merchant that other parts of the domain read. */
interface FoundMerchant extends MerchantFacts {
  readonly tenantId: TenantId;
  readonly environment: Environment;
}

/** Any tenant's merchant; whether the caller may know of it, the caller decides. Null: there is none in the environment. */
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
