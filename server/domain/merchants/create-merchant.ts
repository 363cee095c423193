import { type MerchantSettings, NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { MerchantId, type TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { invalidField } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "../tenants";
import { isMerchantCategory } from "./list-merchant-categories";

const MAX_MERCHANTS = 1_000;

/**
 * A merchant of a tenant, in the caller's environment. Its first one becomes the default merchant account. Throws
 * `not_permitted`, `not_enabled`, `limit_reached`, `validation_error` for a category that is none.
 */
export async function createMerchant(
  caller: NetworkCaller | StaffCaller,
  input: {
    readonly id?: MerchantId;
    readonly tenantId: TenantId;
    readonly name: string;
    readonly mcc: string;
    readonly isSameDayReversalEnabled?: boolean;
  },
  claim: IdempotencyClaim<{ id: MerchantId }> | null = null,
): Promise<{ id: MerchantId }> {
  const { environment, now } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_merchants");
  const { tenantId, name, mcc, isSameDayReversalEnabled = false } = input;
  if (!isMerchantCategory(mcc)) throw invalidField("mcc", "isn’t a merchant category");
  const id = input.id ?? MerchantId.make(now);
  await runInTransaction(async (db) => {
    await lockTenant(db, caller, tenantId);
    const [known] = await query<{ count: bigint; hasDefault: boolean }>(
      db,
      sql`SELECT count(*), coalesce(bool_or(is_default), false) AS has_default FROM merchants
        WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment`,
    );
    if (caller.kind === "staff") requireRoom(Number(known?.count), MAX_MERCHANTS, "merchants");
    const isDefault = !known?.hasDefault;
    const merchant = { id, tenantId, environment, name, mcc, isDefault, createdAt: now };
    await query(db, insertMerchant(merchant, { isSameDayReversalEnabled }));
    const details = { name, mcc, isSameDayReversalEnabled };
    await recordAudit(db, caller, { action: "merchant.created", subject: { kind: "merchant", id }, tenantId, details });
    await keepAnswer(db, claim, { id }, now);
  });
  return { id };
}

/** The `INSERT` of a new merchant; a setting that is not given starts as every merchant's does. */
export function insertMerchant(
  merchant: Omit<NewRow<"merchants">, "status" | keyof MerchantSettings>,
  settings: Partial<MerchantSettings> = {},
): Sql {
  const row = { ...NEW_MERCHANT_SETTINGS, ...settings, ...merchant, status: "active" } as const;
  return insertRows("merchants", [row], "(SELECT 1) AS work");
}
