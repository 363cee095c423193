import { bothOrNothing } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { placeHold } from "../ledger";
import { recordEvent, type Subscriber } from "../webhooks";
import type { AuthorizationRow } from "./authorization";
import { authorizationFacts } from "./facts";

/** An approved authorization and what goes with it into one statement. */
interface Approval<Outcome> {
  readonly row: AuthorizationRow;
  readonly outcome: Outcome;
  /** Counts the use of what paid, guarded: it matches nothing if that is no longer as it was read. */
  readonly use: Sql;
  readonly subscribers: readonly Subscriber[];
  readonly claim: IdempotencyClaim<Outcome> | null;
}

/**
 * The statement of an approval: use of the card or code → member's hold → authorization, event, deliveries, idempotency
 * row. False when the card, the code or the account no longer is as it was read; then nothing was written.
 */
export async function writeApproval<Outcome>(db: Queryable, approval: Approval<Outcome>): Promise<boolean> {
  const { row, outcome, use, subscribers, claim } = approval;
  const event = {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.approved",
    facts: authorizationFacts(row),
    source: claim?.key ?? row.id,
    at: row.createdAt,
  } as const;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH instrument AS (${use}),
      ${placeHold({ accountId: row.accountId, amountMinor: row.amountMinor }, "instrument")},
      written AS (${insertRows("authorizations", [row], "account")}),
      ${recordEvent(event, subscribers, "account")},
      ${recordAnswer(claim, outcome, row.createdAt, "account")}
      ${bothOrNothing("instrument", "account")}`,
  );
  return result?.isWritten ?? false;
}
