import { isUniqueViolation } from "@/server/db/errors";
import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { listDemoLogins } from "../users";

/**
 * A new tenant with its default merchant in each environment, so that it can take payments as soon as it has a key; beside
 * publicly known logins in test alone, since nothing is live there (its first merchant in live will be its default).
 * No one can sign in for it before its owner has followed an invitation. Throws `validation_error` for a slug in use.
 */
export async function onboardTenant(
  caller: OperatorCaller,
  input: {
    readonly title: string;
    readonly slug: string;
    readonly tier: "sandbox" | "standard" | "plus" | "network";
    readonly mcc: string;
  },
): Promise<{ id: RecordId; slug: string }> {
  const { now } = caller;
  const { title, slug, tier, mcc } = input;
  const id = newRecordId(now);
  try {
    await runInTransaction(async (db) => {
      await query(
        db,
        sql`INSERT INTO tenants (id, slug, title, rate_limit_tier, created_at)
          VALUES (${id}, ${slug}, ${title}, ${tier}::rate_limit_tier, ${now})`,
      );
      const environments = (await listDemoLogins()).length > 0 ? (["test"] as const) : (["test", "live"] as const);
      for (const environment of environments) {
        await query(
          db,
          sql`INSERT INTO merchants (id, tenant_id, environment, name, mcc, is_default, created_at)
            VALUES (${newRecordId(now)}, ${id}, ${environment}::environment, ${title}, ${mcc}, true, ${now})`,
        );
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
    if (isUniqueViolation(error, "tenants_slug_key")) throw invalidField("slug", "is another tenant’s");
    throw error;
  }
  return { id, slug };
}
