import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import { type ApiPage, type ApiPosition, apiPage } from "../api-page";
import type { MemberCaller, TenantCaller } from "../caller";
import { DomainError, noSuch } from "../errors";

/** Minor units of `currency`; available is posted - held + credit limit. */
export interface MemberAccount {
  readonly id: AccountId;
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly creditLimitMinor: bigint;
}

const MAX_ACCOUNTS = 100;

export async function listAccounts({ memberId }: Pick<MemberCaller, "memberId">): Promise<MemberAccount[]> {
  return query<MemberAccount>(
    getPool(),
    sql`SELECT id, currency, posted_minor, held_minor, credit_limit_minor FROM accounts
      WHERE member_id = ${memberId} ORDER BY created_at, id LIMIT ${MAX_ACCOUNTS}`,
  );
}

export interface OwnedAccount extends MemberAccount {
  readonly memberId: MemberId;
  readonly createdAt: Date;
}

const COLUMNS = sql`a.id, a.member_id, a.currency, a.posted_minor, a.held_minor, a.credit_limit_minor, a.created_at`;

/** Throws `account_not_found`. */
export async function getAccount(
  { tenantId, environment }: TenantCaller,
  { id }: { readonly id: AccountId },
): Promise<OwnedAccount> {
  const [account] = await select(
    getPool(),
    sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment AND a.id = ${id}`,
  );
  if (!account) throw new DomainError("account_not_found", "No such account in this environment.");
  return account;
}

/** For an account that the transaction has just written. */
export async function readAccount(db: Queryable, id: AccountId): Promise<OwnedAccount> {
  const [account] = await select(db, sql`a.id = ${id}`);
  if (!account) throw new Error("an account that was just written is gone");
  return account;
}

/** Throws `member_not_found`. */
export async function listAccountPage(
  caller: TenantCaller,
  { memberId, ...position }: ApiPosition & { readonly memberId: MemberId },
): Promise<ApiPage<OwnedAccount>> {
  const { tenantId, environment } = caller;
  const [member] = await query<{ id: MemberId }>(
    getPool(),
    sql`SELECT id FROM members
      WHERE id = ${memberId} AND tenant_id = ${tenantId} AND environment = ${environment}::environment`,
  );
  if (!member) throw noSuch(caller, "member", "No such member.");
  return apiPage(position, {
    ...{ createdAt: sql`a.created_at`, id: sql`a.id`, columns: sql`a.*` },
    rows: sql`FROM accounts a WHERE a.member_id = ${member.id}`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT a.created_at FROM accounts a WHERE a.id = ${id} AND a.member_id = ${member.id})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) => query(getPool(), sql`SELECT ${COLUMNS} FROM ${found} a ORDER BY ${order}`),
  });
}

function select(db: Queryable, where: Sql): Promise<OwnedAccount[]> {
  return query(db, sql`SELECT ${COLUMNS} FROM accounts a JOIN members m ON m.id = a.member_id WHERE ${where}`);
}
