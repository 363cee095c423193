import { MERCHANT_SETTING_NAMES, type MerchantSettings } from "@/server/contracts/merchant-settings";
import { type NewRow, snakeCase } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { join, raw, sql } from "@/server/db/sql";
import { MerchantId, type TenantId } from "@/server/platform/noun-ids";
import type { Environment, NetworkCaller, OperatorCaller, TenantCaller } from "../caller";
import { DomainError, notFoundFor, unknownReference } from "../errors";

const COLUMNS = ["id", "status", "mcc", ...MERCHANT_SETTING_NAMES] as const;

/** JSON carries all of these unchanged. */
export type MerchantFacts = Pick<NewRow<"merchants">, "id" | "status" | "mcc" | keyof MerchantSettings>;

export const MERCHANT_FACTS = sql`json_build_object(${join(
  COLUMNS.map((name) => raw(`'${name}', m.${snakeCase(name)}`)),
  ", ",
)})`;

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

/** Throws `invalid_reference` naming `field`, also for a merchant of another tenant or environment. */
export async function requireOwnMerchant(
  { tenantId, environment }: { readonly tenantId: TenantId; readonly environment: Environment },
  id: string,
  field = "merchant",
): Promise<MerchantId> {
  const found = MerchantId.is(id) ? await findMerchant(getPool(), { id, environment }) : null;
  if (found?.tenantId !== tenantId) throw unknownReference(field);
  return found.id;
}

interface OwnMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly name: string;
  readonly mcc: string;
  readonly externalId: string | null;
  readonly status: "active" | "suspended";
  readonly tenantId: TenantId;
}

/**
 * Locks a merchant of the caller's tenant, or for the network of any. Throws `not_found`, for programs `merchant_not_found`;
 * `not_permitted` for a tenant's access to one whose key is publicly known, since its answers are documented.
 */
export async function lockOwnMerchant(
  db: Queryable,
  caller: NetworkCaller | OperatorCaller | TenantCaller,
  id: MerchantId,
): Promise<OwnMerchant> {
  const isOfTenant = caller.kind === "staff" || caller.kind === "tenant";
  const mine = isOfTenant ? sql`m.tenant_id = ${caller.tenantId}` : sql`true`;
  const [merchant] = await query<OwnMerchant & { isShared: boolean }>(
    db,
    sql`SELECT m.*,
        EXISTS (SELECT 1 FROM merchant_keys k WHERE k.merchant_id = m.id AND k.is_shared) AS is_shared
      FROM merchants m WHERE m.id = ${id} AND m.environment = ${caller.environment}::environment AND ${mine}
      FOR NO KEY UPDATE OF m`,
  );
  if (!merchant) throw notFoundFor(caller, "merchant", "No such merchant.");
  if (isOfTenant && merchant.isShared) {
    throw new DomainError("not_permitted", "This sandbox merchant is shared and stays as documented.");
  }
  return merchant;
}
