import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { invalidField } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { withOwnExternalId } from "./create-merchant";
import { isMerchantCategory } from "./list-merchant-categories";
import { type ListedMerchant, readMerchant } from "./list-merchants";
import { lockOwnMerchant } from "./own-merchant";
import { writeSettings } from "./write-settings";

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
      await keepAnswer(db, claim, after, caller.now);
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
