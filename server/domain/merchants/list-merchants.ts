import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MerchantId } from "@/server/platform/noun-ids";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { byNumber, byText, type SortKey } from "../sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "../sorted-page";

/** A merchant for the people of its tenant. */
export interface ListedMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly name: string;
  readonly mcc: string;
  readonly status: "active" | "suspended";
  readonly isDefault: boolean;
  /** One of the public sandbox: its key is known to everyone, and it stays as it is documented. */
  readonly isShared: boolean;
  /** Its keys that work. */
  readonly keys: bigint;
  readonly createdAt: Date;
}

export interface ListedMerchantKey {
  readonly id: string;
  /** All before the secret: `mk_test_…`. */
  readonly keyId: string;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

interface MerchantName {
  readonly id: MerchantId;
  readonly name: string;
}

const MAX_KEYS = 50;
const MAX_NAMES = 100;

const WORKING_KEYS = sql`(SELECT count(*) FROM merchant_keys k WHERE k.merchant_id = m.id AND k.revoked_at IS NULL)`;

type SortName = "name" | "keys" | "status";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  name: byText(sql`m.name`),
  keys: byNumber(WORKING_KEYS),
  status: byText(sql`m.status`),
};

/** The tenant's merchants, newest first or in the order asked for. */
export function listMerchants(
  caller: StaffCaller,
  input: Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<ListedMerchant>> {
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM merchants m WHERE ${ownedBy(caller)}`,
      ...{ createdAt: sql`m.created_at`, id: sql`m.id`, keys: SORT_KEYS },
      select: (rest) => select(caller, rest),
      placeOf: (merchant) => merchant,
    },
  );
}

/** The names of the newest to choose from, at most 100. */
export function listMerchantNames({ tenantId, environment }: StaffCaller): Promise<readonly MerchantName[]> {
  return query<MerchantName>(
    getPool(),
    sql`SELECT id, name FROM merchants WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_NAMES}`,
  );
}

/** One of them, with its keys: those that work first. Throws `not_found`. */
export async function getMerchant(
  caller: StaffCaller,
  input: { readonly id: MerchantId },
): Promise<{ readonly merchant: ListedMerchant; readonly keys: readonly ListedMerchantKey[] }> {
  const [merchant] = await select(caller, sql`m.id = ${input.id}`);
  if (!merchant) throw new DomainError("not_found", "No such merchant.");
  const keys = await query<ListedMerchantKey>(
    getPool(),
    sql`SELECT id, key_id, is_shared, created_at, last_used_at, revoked_at FROM merchant_keys
      WHERE merchant_id = ${merchant.id} ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_KEYS}`,
  );
  return { merchant, keys };
}

function ownedBy({ tenantId, environment }: StaffCaller): Sql {
  return sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;
}

function select(caller: StaffCaller, where: Sql): Promise<ListedMerchant[]> {
  return query<ListedMerchant>(
    getPool(),
    sql`SELECT m.*,
        EXISTS (SELECT 1 FROM merchant_keys k WHERE k.merchant_id = m.id AND k.is_shared) AS is_shared,
        ${WORKING_KEYS} AS keys
      FROM merchants m WHERE ${ownedBy(caller)} AND ${where}`,
  );
}
