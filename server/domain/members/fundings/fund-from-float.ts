import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../../caller";
import { DomainError } from "../../errors";
import { type IdempotencyClaim, storeAnswer } from "../../idempotency";
import { announceFunding } from "./fund-member-account";
import { requireFloat } from "./require-float";
import { writeFundings } from "./write-funding";

export interface FloatFunding {
  readonly accountId: AccountId;
  readonly memberId: MemberId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** The tenant's own: of one account there is one funding with it, unless that was taken back. */
  readonly reference: string;
}

/**
 * Gives members money from the tenant's floats: all of these rows or none, without those that are there already.
 *
 * Accounts: floats (posted down), members (posted up). Invariants: each posting sums to zero; no float goes below zero; a reference
 * funds an account once, since the members are locked while it is looked for. A retry with the same claim changes nothing.
 * Throws `float_exceeded`, `not_permitted` if a member has left.
 */
export async function fundFromFloat(
  caller: TenantCaller,
  rows: readonly FloatFunding[],
  claim: IdempotencyClaim<null> | null,
): Promise<void> {
  const { tenantId, environment, now } = caller;
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  const funded = await runInTransaction(async (db) => {
    const members = await query(
      db,
      sql`SELECT 1 FROM members WHERE id = ANY(${memberIds}::text[]) AND tenant_id = ${tenantId}
          AND environment = ${environment}::environment AND erased_at IS NULL
        ORDER BY id FOR NO KEY UPDATE`,
    );
    if (members.length < memberIds.length) throw new DomainError("not_permitted", "A member of these rows has left.");
    const there = await findFundedReferences(
      db,
      memberIds,
      rows.map((row) => row.reference),
    );
    const todo = rows.filter(({ accountId, reference }) => !there.has(`${accountId} ${reference}`));
    for (const currency of new Set(todo.map((row) => row.currency))) {
      const floatAccountId = await requireFloat(caller, currency);
      const fundings = todo
        .filter((row) => row.currency === currency)
        .map(({ accountId, memberId, amountMinor, reference }) => ({
          accountId,
          memberId,
          amountMinor,
          note: { memberId, reference },
        }));
      await writeFundings(db, caller, fundings, { currency, floatAccountId, claim: null, answer: null });
    }
    await storeAnswer(db, claim, null, now);
    return todo;
  }, caller.standing);
  for (const { accountId: id, memberId } of funded) announceFunding({ id, memberId });
}

/** Which of these references already funded accounts of these members, as `account reference`; not what was taken back. */
export async function findFundedReferences(
  db: Queryable,
  memberIds: readonly MemberId[],
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ accountId: string; reference: string }>(
    db,
    sql`SELECT e.account_id, n.reference FROM funding_references n
        JOIN entries e ON e.posting_id = n.posting_id AND e.amount_minor > 0
        JOIN fundings f ON f.posting_id = n.posting_id AND f.reversed_posting_id IS NULL
      WHERE n.member_id = ANY(${[...memberIds]}::text[]) AND n.reference = ANY(${[...references]}::text[])
        AND NOT EXISTS (SELECT 1 FROM fundings b WHERE b.reversed_posting_id = n.posting_id)`,
  );
  return new Set(rows.map(({ accountId, reference }) => `${accountId} ${reference}`));
}
