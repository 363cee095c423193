import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";
import { type ApiPage, type ApiPosition, apiPage } from "../api-page";
import type { TenantCaller } from "../caller";
import { noSuch } from "../errors";
import { byNumber, byText, type SortKey } from "../sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "../sorted-page";

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

type Owner = Pick<TenantCaller, "tenantId" | "environment">;

const COLUMNS = sql`m.*, EXISTS (SELECT 1 FROM merchant_keys k WHERE k.merchant_id = m.id AND k.is_shared) AS is_shared,
  ${WORKING_KEYS} AS keys`;

type SortName = "name" | "keys" | "status";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  name: byText(sql`m.name`),
  keys: byNumber(WORKING_KEYS),
  status: byText(sql`m.status`),
};

export function listMerchants(
  caller: TenantCaller,
  input: Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<ListedMerchant>> {
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM merchants m WHERE ${ownedBy(caller)}`,
      createdAt: sql`m.created_at`,
      id: sql`m.id`,
      keys: SORT_KEYS,
      select: (rest) => select(getPool(), caller, rest),
      placeOf: (merchant) => merchant,
    },
  );
}

export function listMerchantPage(
  caller: TenantCaller,
  filter: ApiPosition & { readonly externalId: string | null; readonly status: ListedMerchant["status"] | null },
): Promise<ApiPage<ListedMerchant>> {
  const { externalId, status } = filter;
  return apiPage(filter, {
    createdAt: sql`m.created_at`,
    id: sql`m.id`,
    columns: sql`m.*`,
    rows: sql`FROM merchants m WHERE ${ownedBy(caller)} AND (${externalId}::text IS NULL OR m.external_id = ${externalId})
      AND (${status}::text IS NULL OR m.status::text = ${status})`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT m.created_at FROM merchants m WHERE m.id = ${id} AND ${ownedBy(caller)})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) => query(getPool(), sql`SELECT ${COLUMNS} FROM ${found} m ORDER BY ${order}`),
  });
}

export function listMerchantNames({ tenantId, environment }: Owner): Promise<readonly MerchantName[]> {
  return query<MerchantName>(
    getPool(),
    sql`SELECT id, name FROM merchants WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_NAMES}`,
  );
}

/** Working keys first. Throws `not_found`; for programs `merchant_not_found`. */
export async function getMerchant(
  caller: TenantCaller,
  input: { readonly id: MerchantId },
): Promise<{ readonly merchant: ListedMerchant; readonly keys: readonly ListedMerchantKey[] }> {
  const [merchant] = await select(getPool(), caller, sql`m.id = ${input.id}`);
  if (!merchant) throw noSuch(caller, "merchant", "No such merchant.");
  const keys = await query<ListedMerchantKey>(
    getPool(),
    sql`SELECT ${KEY_COLUMNS} FROM merchant_keys
      WHERE merchant_id = ${merchant.id} ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_KEYS}`,
  );
  return { merchant, keys };
}

/** Throws `merchant_not_found`. */
export async function listMerchantKeyPage(
  caller: TenantCaller,
  { merchantId, ...position }: ApiPosition & { readonly merchantId: MerchantId },
): Promise<ApiPage<ListedMerchantKey>> {
  const [merchant] = await select(getPool(), caller, sql`m.id = ${merchantId}`);
  if (!merchant) throw noSuch(caller, "merchant", "No such merchant.");
  const { id: owner } = merchant;
  return apiPage(position, {
    createdAt: sql`k.created_at`,
    id: sql`k.id`,
    columns: sql`k.*`,
    rows: sql`FROM merchant_keys k WHERE k.merchant_id = ${owner}`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT k.created_at FROM merchant_keys k WHERE k.id = ${id} AND k.merchant_id = ${owner})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) => query(getPool(), sql`SELECT ${KEY_COLUMNS} FROM ${found} k ORDER BY ${order}`),
  });
}

/** For a merchant that the transaction has just written. */
export async function readMerchant(db: Queryable, owner: Owner, id: MerchantId): Promise<ListedMerchant> {
  const [merchant] = await select(db, owner, sql`m.id = ${id}`);
  if (!merchant) throw new Error("a merchant that was just written is gone");
  return merchant;
}

function ownedBy({ tenantId, environment }: Owner): Sql {
  return sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;
}

function select(db: Queryable, owner: Owner, where: Sql): Promise<ListedMerchant[]> {
  return query<ListedMerchant>(db, sql`SELECT ${COLUMNS} FROM merchants m WHERE ${ownedBy(owner)} AND ${where}`);
}
