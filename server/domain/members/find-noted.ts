import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "../caller";

/** Which of these external ids and lowercase emails the tenant's members already have. */
export async function findNoted(
  db: Queryable,
  { tenantId, environment }: Pick<TenantCaller, "tenantId" | "environment">,
  { externalIds, emails }: { readonly externalIds: readonly string[]; readonly emails: readonly string[] },
): Promise<{ readonly externalIds: readonly string[]; readonly emails: readonly string[] }> {
  const rows = await query<{ externalId: string | null; email: string | null }>(
    db,
    sql`SELECT m.external_id, NULL AS email FROM members m
      WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
        AND m.external_id = ANY(${[...externalIds]}::text[])
      UNION SELECT NULL, lower(m.email) FROM members m
      WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment AND m.email IS NOT NULL
        AND lower(m.email) = ANY(${[...emails]}::text[])`,
  );
  return {
    externalIds: rows.flatMap(({ externalId }) => externalId ?? []),
    emails: rows.flatMap(({ email }) => email ?? []),
  };
}
