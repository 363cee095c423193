import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { hasText } from "@/server/domain/has-text";
import { byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";

export interface NetworkMerchant {
  readonly id: MerchantId;
  readonly name: string;
  readonly mcc: string;
  readonly status: "active" | "suspended";
  readonly isDefault: boolean;
  readonly isSameDayReversalEnabled: boolean;
  readonly createdAt: Date;
  readonly tenantId: TenantId;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
  readonly tenantStatus: "active" | "suspended";
}

export interface NetworkMerchantFilter {
  readonly search: string | null;
  readonly status: "active" | "suspended" | null;
  readonly tenantId: TenantId | null;
}

type SortName = "name" | "tenant" | "status";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  name: byText(sql`m.name`),
  tenant: byText(sql`(SELECT t.title FROM tenants t WHERE t.id = m.tenant_id)`),
  status: byText(sql`m.status`),
};

export function listNetworkMerchants(
  caller: OperatorCaller,
  input: NetworkMerchantFilter & Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<NetworkMerchant>> {
  const { search, status, tenantId } = input;
  const matched = sql`(${search}::text IS NULL OR ${hasText(sql`m.name`, search ?? "")} OR m.id = ${search})
    AND (${status}::merchant_status IS NULL OR m.status = ${status}::merchant_status)
    AND (${tenantId}::text IS NULL OR m.tenant_id = ${tenantId})`;
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM merchants m WHERE m.environment = ${caller.environment}::environment AND ${matched}`,
      createdAt: sql`m.created_at`,
      id: sql`m.id`,
      keys: SORT_KEYS,
      select: (rest) => select(caller, sql`${matched} AND ${rest}`),
      placeOf: (merchant) => merchant,
    },
  );
}

/** Throws `not_found`. */
export async function getNetworkMerchant(
  caller: OperatorCaller,
  input: { readonly id: string },
): Promise<NetworkMerchant> {
  const [merchant] = await select(caller, sql`m.id = ${input.id}`);
  if (!merchant) throw new DomainError("not_found", "No such merchant in this environment.");
  return merchant;
}

function select({ environment }: OperatorCaller, where: Sql): Promise<NetworkMerchant[]> {
  return query<NetworkMerchant>(
    getPool(),
    sql`SELECT m.id, m.name, m.mcc, m.status, m.is_default, m.is_same_day_reversal_enabled, m.created_at,
        t.id AS tenant_id, t.slug AS tenant_slug, t.title AS tenant_title, t.status AS tenant_status
      FROM merchants m JOIN tenants t ON t.id = m.tenant_id
      WHERE m.environment = ${environment}::environment AND ${where}`,
  );
}
