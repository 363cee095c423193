import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import { AccountId, type MemberId, type MerchantId, type TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";

interface NewAccount {
  readonly environment: Environment;
  readonly currency: Currency;
  readonly createdAt: Date;
}

export async function openMemberAccount(
  db: Queryable,
  account: NewAccount & { id: AccountId; memberId: MemberId; creditLimitMinor: bigint },
): Promise<void> {
  await query(
    db,
    sql`INSERT INTO accounts (id, kind, environment, currency, member_id, credit_limit_minor, created_at)
      VALUES (${account.id}, 'member', ${account.environment}::environment, ${account.currency}, ${account.memberId},
        ${account.creditLimitMinor}, ${account.createdAt})`,
  );
}

export async function ensureMerchantAccount(
  db: Queryable,
  account: NewAccount & { merchantId: MerchantId },
): Promise<AccountId> {
  return ensureAccount(
    db,
    sql`INSERT INTO accounts (id, kind, environment, currency, merchant_id, created_at)
      VALUES (${AccountId.make(account.createdAt)}, 'merchant', ${account.environment}::environment, ${account.currency},
        ${account.merchantId}, ${account.createdAt})
      ON CONFLICT DO NOTHING`,
    sql`SELECT id FROM accounts
      WHERE merchant_id = ${account.merchantId} AND currency = ${account.currency} AND kind = 'merchant'`,
  );
}

/** Where members' money comes from and payouts go. */
export async function ensureNetworkAccount(db: Queryable, account: NewAccount): Promise<AccountId> {
  return ensureAccount(
    db,
    sql`INSERT INTO accounts (id, kind, environment, currency, created_at)
      VALUES (${AccountId.make(account.createdAt)}, 'network', ${account.environment}::environment, ${account.currency},
        ${account.createdAt})
      ON CONFLICT DO NOTHING`,
    sql`SELECT id FROM accounts
      WHERE environment = ${account.environment}::environment AND currency = ${account.currency} AND kind = 'network'`,
  );
}

/** Receives the fees of a tenant's merchants; opened with the first. */
export function ensureFeesAccount(db: Queryable, account: NewAccount & { tenantId: TenantId }): Promise<AccountId> {
  return ensureOwnedAccount(db, "fees", account);
}

/** Receives what members' payouts cost. */
export function ensureNetworkFeesAccount(db: Queryable, account: NewAccount): Promise<AccountId> {
  return ensureOwnedAccount(db, "fees", { ...account, tenantId: null });
}

/** Receives what a tenant brings for its members. Exact, like a member's; opened when first asked for. */
export function ensureFloatAccount(db: Queryable, account: NewAccount & { tenantId: TenantId }): Promise<AccountId> {
  return ensureOwnedAccount(db, "float", account);
}

/** One of its kind for each owner and currency. Without a tenant it is the network's. */
function ensureOwnedAccount(
  db: Queryable,
  kind: "fees" | "float",
  { tenantId, environment, currency, createdAt }: NewAccount & { tenantId: TenantId | null },
): Promise<AccountId> {
  const owner = tenantId === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${tenantId}`;
  return ensureAccount(
    db,
    sql`INSERT INTO accounts (id, kind, environment, currency, tenant_id, created_at)
      VALUES (${AccountId.make(createdAt)}, ${kind}::account_kind, ${environment}::environment, ${currency}, ${tenantId},
        ${createdAt})
      ON CONFLICT DO NOTHING`,
    sql`SELECT id FROM accounts WHERE ${owner} AND environment = ${environment}::environment AND currency = ${currency}
      AND kind = ${kind}::account_kind`,
  );
}

async function ensureAccount(db: Queryable, insert: Sql, find: Sql): Promise<AccountId> {
  const [known] = await query<{ id: AccountId }>(db, find);
  if (known) return known.id;
  await query(db, insert);
  const [opened] = await query<{ id: AccountId }>(db, find);
  if (!opened) throw new Error("an account that was just opened is not there");
  return opened.id;
}
