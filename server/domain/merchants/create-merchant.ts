import { type MerchantSettings, NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import { isUniqueViolation } from "@/server/db/errors";
import type { NewRow } from "@/server/db/insert-rows";
import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { MerchantId, type TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { externalIdTaken, invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "../tenants";
import { isMerchantCategory } from "./list-merchant-categories";
import { type ListedMerchant, readMerchant } from "./list-merchants";

const MAX_MERCHANTS = 1_000;

/**
 * A tenant's first merchant in an environment becomes the default. Throws `not_permitted`, `not_enabled`, `limit_reached`,
 * `external_id_taken`, `validation_error` for an unknown category.
 */
export async function createMerchant(
  caller: NetworkCaller | TenantCaller,
  input: {
    readonly id?: MerchantId;
    readonly tenantId: TenantId;
    readonly name: string;
    readonly mcc: string;
    readonly externalId?: string | null;
    readonly settings?: Partial<MerchantSettings>;
  },
  claim: IdempotencyClaim<ListedMerchant> | null = null,
): Promise<ListedMerchant> {
  const { environment, now } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_merchants");
  const { tenantId, name, mcc, externalId = null, settings = {} } = input;
  if (!isMerchantCategory(mcc)) throw invalidField("mcc", "isn’t a merchant category");
  const id = input.id ?? MerchantId.make(now);
  return withOwnExternalId(() =>
    inPrismaTransaction(async (db) => {
      await lockTenant(db, caller, tenantId);
      const owner = { tenantId, environment };
      const others = await db.merchant.count({ where: owner });
      if (caller.kind !== "network") requireRoom(others, MAX_MERCHANTS, "merchants");
      const isDefault = (await db.merchant.count({ where: { ...owner, isDefault: true } })) === 0;
      await writeMerchant(db, { id, ...owner, name, mcc, externalId, isDefault, createdAt: now, ...settings });
      await recordAudit(db, caller, {
        action: "merchant.created",
        subject: { kind: "merchant", id },
        tenantId,
        details: {
          name,
          mcc,
          isSameDayReversalEnabled: false,
          ...settings,
          ...(externalId === null ? {} : { externalId }),
        },
      });
      const created = await readMerchant(db, owner, id);
      await storeAnswer(db, claim, created, now);
      return created;
    }, caller.standing),
  );
}

/** In the caller's transaction; settings default to NEW_MERCHANT_SETTINGS. */
export async function writeMerchant(
  db: PrismaTransaction,
  merchant: Omit<NewRow<"merchants">, "status" | "externalId" | keyof MerchantSettings> &
    Partial<Pick<NewRow<"merchants">, "externalId"> & MerchantSettings>,
): Promise<void> {
  await db.merchant.create({ data: { ...NEW_MERCHANT_SETTINGS, ...merchant } });
}

/** Throws `external_id_taken` on the unique violation. */
export async function withOwnExternalId<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error, "merchants_external_id_key") ? externalIdTaken("merchant") : error;
  }
}
