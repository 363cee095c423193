import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import { AccountId, type MemberId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { openMemberAccount } from "../ledger";
import { lockTenant, requireRoom } from "../tenants";
import { fundAccount } from "./fundings/write-funding";
import { type OwnedAccount, readAccount } from "./list-accounts";
import { lockOwnMember } from "./own-member";

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
    await keepAnswer(db, claim, opened, caller.now);
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
