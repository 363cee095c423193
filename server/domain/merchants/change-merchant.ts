import { isDeepStrictEqual } from "node:util";
import { MERCHANT_SETTING_NAMES, MERCHANT_SETTINGS, type MerchantSettings } from "@/server/contracts/merchant-settings";
import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { OperatorCaller, TenantCaller } from "../caller";
import { invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { withOwnExternalId } from "./create-merchant";
import { lockOwnMerchant } from "./find-merchant";
import { isMerchantCategory } from "./list-merchant-categories";
import { type ListedMerchant, readMerchant } from "./list-merchants";

interface LockedMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly tenantId: TenantId;
  readonly name: string;
}

/** Writes changed settings, each with its audit record. `db` must be the transaction that locked the merchant. */
async function writeSettings(
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

const FIELDS = ["name", "mcc", "externalId"] as const;

/** Absent fields stay. */
interface MerchantChange {
  readonly id: MerchantId;
  readonly name?: string | undefined;
  readonly mcc?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly settings?: Partial<MerchantSettings> | undefined;
}

/** Throws `not_found`, `not_permitted`, `external_id_taken`, `validation_error` for an unknown category. */
export async function changeMerchant(
  caller: TenantCaller,
  input: MerchantChange,
  claim: IdempotencyClaim<ListedMerchant> | null = null,
): Promise<ListedMerchant> {
  requirePermission(caller, "manage_merchants");
  if (input.mcc !== undefined && !isMerchantCategory(input.mcc)) throw invalidField("mcc", "isn’t a merchant category");
  return withOwnExternalId(() =>
    inPrismaTransaction(async (db) => {
      const merchant = await lockOwnMerchant(db, caller, input.id);
      const changed = FIELDS.flatMap((field) => {
        const [from, to] = [merchant[field], input[field]];
        return to === undefined || to === from ? [] : [{ field, from, to }];
      });
      if (changed.length > 0) {
        const data = Object.fromEntries(changed.map(({ field, to }) => [field, to]));
        await db.merchant.update({ where: { id: merchant.id }, data });
      }
      for (const { field, from, to } of changed) {
        const details = { name: merchant.name, field, from, to };
        await recordAudit(db, caller, {
          action: "merchant.changed",
          subject: { kind: "merchant", id: merchant.id },
          details,
        });
      }
      await writeSettings(db, caller, merchant, input.settings ?? {});
      const after = await readMerchant(db, caller, merchant.id);
      await storeAnswer(db, claim, after, caller.now);
      return after;
    }, caller.standing),
  );
}

/** Throws `not_found`, `not_permitted`. */
export async function changeMerchantSettings(
  caller: TenantCaller,
  input: { readonly id: MerchantId; readonly settings: Partial<MerchantSettings> },
): Promise<void> {
  await changeMerchant(caller, input);
}

/**
 * While suspended, every new payment is declined with 03 and nothing is settled; captures of existing holds, voids, and refunds
 * continue. Idempotent. Throws `not_found`.
 */
export async function setMerchantStatus(
  caller: OperatorCaller,
  { id, status }: { readonly id: MerchantId; readonly status: "active" | "suspended" },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, id);
    if (merchant.status === status) return;
    await db.merchant.update({ where: { id }, data: { status } });
    await recordAudit(db, caller, {
      action: status === "suspended" ? "merchant.suspended" : "merchant.reactivated",
      subject: { kind: "merchant", id },
      tenantId: merchant.tenantId,
      details: { name: merchant.name },
    });
  });
}

/** Whether the merchant may reverse a capture in full before it settles (contract 3.5). Throws `not_found`. */
export async function allowSameDayReversal(
  caller: OperatorCaller,
  { id, isEnabled }: { readonly id: MerchantId; readonly isEnabled: boolean },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, id);
    await writeSettings(db, caller, merchant, { isSameDayReversalEnabled: isEnabled });
  });
}
