import type { Brand } from "@/server/contracts/brand/looks";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "../caller";

interface StoredLogo {
  readonly type: string;
  readonly bytes: Buffer;
}

interface ShownTenant extends Brand {
  readonly title: string;
  readonly logoType: string | null;
}

/** The caller's own. */
export async function getBrand(caller: StaffCaller): Promise<Brand> {
  const [brand] = await query<Brand>(
    getPool(),
    sql`SELECT accent, logo_hash, logo_width, logo_height FROM tenant_brands WHERE tenant_id = ${caller.tenantId}`,
  );
  return brand ?? { accent: null, logoHash: null, logoWidth: null, logoHeight: null };
}

/** A tenant as its wallet shows it, for everyone who has its id. */
export async function findShownTenant(input: { readonly tenantId: string }): Promise<ShownTenant | null> {
  const [tenant] = await query<ShownTenant>(
    getPool(),
    sql`SELECT t.title, b.accent, b.logo_hash, b.logo_width, b.logo_height, b.logo_type
      FROM tenants t LEFT JOIN tenant_brands b ON b.tenant_id = t.id WHERE t.id = ${input.tenantId}`,
  );
  return tenant ?? null;
}

/** For everyone: it is on the page of an invitation. Null: no tenant has that one now. */
export async function findLogo(input: {
  readonly tenantId: string;
  readonly hash: string;
}): Promise<StoredLogo | null> {
  const [logo] = await query<StoredLogo>(
    getPool(),
    sql`SELECT logo_type AS type, logo AS bytes FROM tenant_brands
      WHERE tenant_id = ${input.tenantId} AND logo_hash = ${input.hash}`,
  );
  return logo ?? null;
}
