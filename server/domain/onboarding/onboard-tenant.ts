import { isUniqueViolation } from "@/server/db/errors";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { writeMerchant } from "../merchants";
import { writeTenant } from "../tenants";
import { hasDemoLogins } from "../users";

/**
 * A tenant with a default merchant in each environment, so that it can take payments as soon as it has a key; where logins are
 * publicly known, in test only, since nothing is live there. No one can sign in for it before its owner follows an invitation.
 * Throws `validation_error` for a slug in use.
 */
export async function onboardTenant(
  caller: OperatorCaller,
  input: {
    readonly title: string;
    readonly slug: string;
    readonly tier: "sandbox" | "standard" | "plus" | "network";
    readonly mcc: string;
  },
): Promise<{ id: TenantId; slug: string }> {
  const { now } = caller;
  const { title, slug, tier, mcc } = input;
  const id = TenantId.make(now);
  try {
    await inPrismaTransaction(async (db) => {
      await writeTenant(db, { id, slug, title, rateLimitTier: tier, createdAt: now });
      const environments = (await hasDemoLogins(db)) ? (["test"] as const) : (["test", "live"] as const);
      for (const environment of environments) {
        const merchant = { id: MerchantId.make(now), tenantId: id, environment, name: title, mcc, createdAt: now };
        await writeMerchant(db, { ...merchant, isDefault: true });
      }
      await recordAudit(db, caller, {
        action: "tenant.onboarded",
        subject: { kind: "tenant", id },
        tenantId: id,
        environment: null,
        details: { title, slug, tier, mcc },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, "tenants_slug_key")) throw invalidField("slug", "is already taken by another tenant");
    throw error;
  }
  return { id, slug };
}
