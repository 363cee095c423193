import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller, TenantCaller } from "../caller";
import { notFoundFor } from "../errors";
import { hasText } from "../has-text";
import { defineList, type List } from "../list";
import { byNumber, byText } from "../sort-keys";

export interface ListedMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly name: string;
  readonly mcc: string;
  readonly externalId: string | null;
  readonly status: "active" | "suspended";
  readonly isDefault: boolean;
  /** A merchant of the public sandbox, whose key is publicly known; it stays as documented. */
  readonly isShared: boolean;
  readonly keys: bigint;
  readonly tenantId: TenantId;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
  readonly tenantStatus: "active" | "suspended";
  readonly createdAt: Date;
}

export interface ListedMerchantKey {
  readonly id: RecordId;
  readonly keyId: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

interface MerchantName {
  readonly id: MerchantId;
  readonly name: string;
}

/** All that work, in any tier. */
const MAX_KEYS = 1_000;
const MAX_NAMES = 100;

const KEY_COLUMNS = sql`id, key_id, label, scopes, is_shared, created_at, expires_at, last_used_at, revoked_at`;

const WORKING_KEYS = sql`(SELECT count(*) FROM merchant_keys k WHERE k.merchant_id = m.id AND k.revoked_at IS NULL)`;

/** The tenant's merchants; without a tenant those of all. */
type Owner = Pick<TenantCaller, "environment"> & { readonly tenantId?: TenantId };

const selectFrom = (merchants: Sql) => sql`SELECT m.*, ${WORKING_KEYS} AS keys,
    EXISTS (SELECT 1 FROM merchant_keys k WHERE k.merchant_id = m.id AND k.is_shared) AS is_shared,
    t.slug AS tenant_slug, t.title AS tenant_title, t.status AS tenant_status
  FROM ${merchants} m JOIN tenants t ON t.id = m.tenant_id`;

interface MerchantFilter {
  readonly externalId?: string | null;
  readonly status?: ListedMerchant["status"] | null;
  /** A part of the name, or the whole id. */
  readonly search?: string | null;
  readonly tenantId?: TenantId | null;
}

export function merchantList(
  caller: TenantCaller | OperatorCaller,
  { externalId = null, status = null, search = null, tenantId = null }: MerchantFilter,
): List<ListedMerchant, "name" | "keys" | "status" | "tenant"> {
  return defineList({
    as: sql`m`,
    own: sql`FROM merchants m WHERE ${ownedBy(caller)}`,
    where: sql`(${externalId}::text IS NULL OR m.external_id = ${externalId})
      AND (${status}::text IS NULL OR m.status::text = ${status})
      AND (${search}::text IS NULL OR ${hasText(sql`m.name`, search ?? "")} OR m.id = ${search})
      AND (${tenantId}::text IS NULL OR m.tenant_id = ${tenantId})`,
    select: selectFrom,
    keys: {
      name: byText(sql`m.name`),
      keys: byNumber(WORKING_KEYS),
      status: byText(sql`m.status`),
      tenant: byText(sql`(SELECT t.title FROM tenants t WHERE t.id = m.tenant_id)`),
    },
  });
}

export function listMerchantNames({ tenantId, environment }: TenantCaller): Promise<readonly MerchantName[]> {
  return query<MerchantName>(
    getPool(),
    sql`SELECT id, name FROM merchants WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_NAMES}`,
  );
}

/** Working keys first. Throws `not_found`; for programs `merchant_not_found`. */
export async function getMerchant(
  caller: TenantCaller | OperatorCaller,
  input: { readonly id: string },
): Promise<{ readonly merchant: ListedMerchant; readonly keys: readonly ListedMerchantKey[] }> {
  const [merchant] = await select(getPool(), caller, sql`m.id = ${input.id}`);
  if (!merchant) throw notFoundFor(caller, "merchant", "No such merchant.");
  const keys = await query<ListedMerchantKey>(
    getPool(),
    sql`SELECT ${KEY_COLUMNS} FROM merchant_keys
      WHERE merchant_id = ${merchant.id} ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_KEYS}`,
  );
  return { merchant, keys };
}

/** Throws `merchant_not_found`. */
export async function merchantKeyList(
  caller: TenantCaller,
  { id }: { readonly id: MerchantId },
): Promise<List<ListedMerchantKey>> {
  const [merchant] = await select(getPool(), caller, sql`m.id = ${id}`);
  if (!merchant) throw notFoundFor(caller, "merchant", "No such merchant.");
  return defineList({
    as: sql`k`,
    own: sql`FROM merchant_keys k WHERE k.merchant_id = ${merchant.id}`,
    select: (found) => sql`SELECT ${KEY_COLUMNS} FROM ${found} k`,
  });
}

/** For a merchant that the transaction has just written. */
export async function readMerchant(db: Queryable, owner: Owner, id: MerchantId): Promise<ListedMerchant> {
  const [merchant] = await select(db, owner, sql`m.id = ${id}`);
  if (!merchant) throw new Error("a merchant that was just written is gone");
  return merchant;
}

function ownedBy({ tenantId, environment }: Owner): Sql {
  return sql`${tenantId === undefined ? sql`true` : sql`m.tenant_id = ${tenantId}`} AND m.environment = ${environment}::environment`;
}

function select(db: Queryable, owner: Owner, where: Sql): Promise<ListedMerchant[]> {
  return query<ListedMerchant>(db, sql`${selectFrom(sql`merchants`)} WHERE ${ownedBy(owner)} AND ${where}`);
}
