import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import { AccountId, type MemberId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { MemberCaller, NetworkCaller, TenantCaller } from "../caller";
import { DomainError, notFoundFor } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { openMemberAccount } from "../ledger";
import { defineList, type List } from "../list";
import { lockTenant, requireRoom } from "../tenants";
import { lockOwnMember } from "./find-member";
import { fundAccount } from "./fundings/write-funding";

/** Minor units of `currency`; available is posted - held + credit limit. */
export interface MemberAccount {
  readonly id: AccountId;
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly creditLimitMinor: bigint;
  /** Its funding reference is made of it. */
  readonly fundingNumber: bigint;
}

const MAX_LISTED = 100;

export async function listAccounts({ memberId }: Pick<MemberCaller, "memberId">): Promise<MemberAccount[]> {
  return query<MemberAccount>(
    getPool(),
    sql`SELECT id, currency, posted_minor, held_minor, credit_limit_minor, funding_number FROM accounts
      WHERE member_id = ${memberId} ORDER BY created_at, id LIMIT ${MAX_LISTED}`,
  );
}

export interface OwnedAccount extends MemberAccount {
  readonly memberId: MemberId;
  /** `closed`: its member has left. */
  readonly status: "open" | "closed";
  readonly createdAt: Date;
}

/** Of accounts `a`. */
export const ACCOUNT_COLUMNS = sql`a.id, a.member_id, a.currency, a.posted_minor, a.held_minor, a.credit_limit_minor, a.funding_number, a.created_at,
  CASE WHEN EXISTS (SELECT 1 FROM members o WHERE o.id = a.member_id AND o.erased_at IS NOT NULL)
    THEN 'closed' ELSE 'open' END AS status`;

/** Throws `account_not_found`. */
export async function getAccount(
  { tenantId, environment }: Pick<TenantCaller, "tenantId" | "environment">,
  { id }: { readonly id: AccountId },
): Promise<OwnedAccount> {
  const [account] = await selectAccounts(
    getPool(),
    sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment AND a.id = ${id}`,
  );
  if (!account) throw new DomainError("account_not_found", "No such account in this environment.");
  return account;
}

/** For an account that the transaction has just written. */
async function readAccount(db: Queryable, id: AccountId): Promise<OwnedAccount> {
  const [account] = await selectAccounts(db, sql`a.id = ${id}`);
  if (!account) throw new Error("an account that was just written is gone");
  return account;
}

/** Throws `member_not_found`. */
export async function accountListOf(
  caller: TenantCaller,
  { id }: { readonly id: MemberId },
): Promise<List<OwnedAccount>> {
  const { tenantId, environment } = caller;
  const [member] = await query<{ id: MemberId }>(
    getPool(),
    sql`SELECT id FROM members
      WHERE id = ${id} AND tenant_id = ${tenantId} AND environment = ${environment}::environment`,
  );
  if (!member) throw notFoundFor(caller, "member", "No such member.");
  return defineList({
    as: sql`a`,
    own: sql`FROM accounts a WHERE a.member_id = ${member.id}`,
    select: (found) => sql`SELECT ${ACCOUNT_COLUMNS} FROM ${found} a`,
  });
}

function selectAccounts(db: Queryable, where: Sql): Promise<OwnedAccount[]> {
  return query(db, sql`SELECT ${ACCOUNT_COLUMNS} FROM accounts a JOIN members m ON m.id = a.member_id WHERE ${where}`);
}

const MAX_ACCOUNTS = 20;

interface NewAccount {
  readonly id?: AccountId;
  readonly memberId: MemberId;
  readonly currency: Currency;
}

/** Only the network may set these. */
interface Opening {
  readonly openingMinor?: bigint;
  readonly creditLimitMinor?: bigint;
}

/** `openingMinor` only from the network. Throws `not_found`, `not_permitted`, `not_enabled`, `limit_reached`. */
export async function openAccount(
  caller: TenantCaller,
  input: NewAccount,
  claim: IdempotencyClaim<OwnedAccount> | null,
): Promise<OwnedAccount>;
export async function openAccount(caller: NetworkCaller, input: NewAccount & Opening): Promise<OwnedAccount>;
export async function openAccount(
  caller: NetworkCaller | TenantCaller,
  input: NewAccount & Opening,
  claim: IdempotencyClaim<OwnedAccount> | null = null,
): Promise<OwnedAccount> {
  const { currency, openingMinor = 0n } = input;
  const account = await runInTransaction(async (db) => {
    const opened = await writeAccount(db, caller, input);
    await storeAnswer(db, claim, opened, caller.now);
    return opened;
  }, caller.standing);
  if (caller.kind === "network" && openingMinor > 0n) {
    await fundAccount(caller, { accountId: account.id, currency, amountMinor: openingMinor });
  }
  return account;
}

/** In the caller's transaction; the account is empty. */
export async function writeAccount(
  db: Queryable,
  caller: NetworkCaller | TenantCaller,
  input: NewAccount & Pick<Opening, "creditLimitMinor">,
): Promise<OwnedAccount> {
  const { environment, now } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_members");
  const { id = AccountId.make(now), memberId, currency, creditLimitMinor = 0n } = input;
  const member = await lockOwnMember(db, caller, sql`${memberId}`);
  await lockTenant(db, caller, member.tenantId);
  const [counted] = await query<{ count: bigint }>(
    db,
    sql`SELECT count(*) FROM accounts WHERE member_id = ${member.id}`,
  );
  if (caller.kind !== "network") requireRoom(Number(counted?.count), MAX_ACCOUNTS, "accounts of one member");
  await openMemberAccount(db, { id, memberId: member.id, environment, currency, creditLimitMinor, createdAt: now });
  await recordAudit(db, caller, {
    action: "account.opened",
    subject: { kind: "account", id },
    tenantId: member.tenantId,
    details: { member: member.id, currency },
  });
  return readAccount(db, id);
}
