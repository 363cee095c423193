import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { NetworkCaller, OperatorCaller, TenantCaller } from "../caller";
import { DomainError, noSuch } from "../errors";

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
  if (!merchant) throw noSuch(caller, "merchant", "No such merchant.");
  if (isOfTenant && merchant.isShared) {
    throw new DomainError("not_permitted", "This sandbox merchant is shared and stays as documented.");
  }
  return merchant;
}
