import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AccountId } from "@/server/platform/noun-ids";
import type { MemberCaller } from "../caller";

/** An account as its member sees it. Minor units of `currency`; available is posted - held + credit limit. */
export interface MemberAccount {
  readonly id: AccountId;
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly creditLimitMinor: bigint;
}

const MAX_ACCOUNTS = 100;

/** The member's accounts, oldest first. */
export async function listAccounts({ memberId }: Pick<MemberCaller, "memberId">): Promise<MemberAccount[]> {
  return query<MemberAccount>(
    getPool(),
    sql`SELECT id, currency, posted_minor, held_minor, credit_limit_minor FROM accounts
      WHERE member_id = ${memberId} ORDER BY created_at, id LIMIT ${MAX_ACCOUNTS}`,
  );
}
