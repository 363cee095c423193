import { isDeepStrictEqual } from "node:util";
import { MERCHANT_SETTING_NAMES, MERCHANT_SETTINGS, type MerchantSettings } from "@/server/contracts/merchant-settings";
import type { PrismaTransaction } from "@/server/db/prisma";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller, TenantCaller } from "../caller";

interface LockedMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly tenantId: TenantId;
  readonly name: string;
}

/** Writes changed settings, each with its audit record. `db` must be the transaction that locked the merchant. */
export async function writeSettings(
  db: PrismaTransaction,
  caller: TenantCaller | OperatorCaller,
  merchant: LockedMerchant,
  settings: Partial<MerchantSettings>,
): Promise<void> {
  const { id, tenantId, name } = merchant;
  const changed = MERCHANT_SETTING_NAMES.flatMap((setting) => {
    const [from, to] = [merchant[setting], settings[setting]];
    return to === undefined || isDeepStrictEqual(from, to) ? [] : [{ setting, from, to }];
  });
  if (changed.length === 0) return;
  await db.merchant.update({
    where: { id },
    data: Object.fromEntries(changed.map(({ setting, to }) => [setting, to])),
  });
  for (const { setting, from, to } of changed) {
    const { action } = MERCHANT_SETTINGS[setting];
    await recordAudit(db, caller, { action, subject: { kind: "merchant", id }, tenantId, details: { name, from, to } });
  }
}
