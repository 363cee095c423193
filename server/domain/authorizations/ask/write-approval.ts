import { bothOrNothing } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { placeHold } from "@/server/domain/ledger";
import { recordEvent, type Subscriber } from "@/server/domain/webhooks";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts } from "../facts";
import { completeSale, type Sale, soldEvent } from "./sale";

/** An approved authorization and what goes with it into one statement. */
interface Approval<Outcome> {
  readonly row: AuthorizationRow;
  /** Null places a hold; else all of it is captured at once. */
  readonly sale: Sale | null;
  readonly outcome: Outcome;
  /** Counts the use of what paid, guarded: it matches nothing if that is no longer as it was read. */
  readonly use: Sql;
  readonly subscribers: readonly Subscriber[];
  readonly claim: IdempotencyClaim<Outcome> | null;
}

/**
 * The statement of an approval: use of the card, code or agreement → member's hold or sale → authorization, capture,
 * idempotency row, events, deliveries. False when what paid or its account no longer is as it was read; then nothing
 * was written.
 */
export async function writeApproval<Outcome>(db: Queryable, approval: Approval<Outcome>): Promise<boolean> {
  const { row, sale, outcome, use, subscribers, claim } = approval;
  const approved = {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.approved",
    sequence: 1,
    facts: authorizationFacts(row),
    source: claim?.key ?? row.id,
    at: row.createdAt,
  } as const;
  const money = sale
    ? completeSale(row, sale, "instrument")
    : placeHold({ accountId: row.accountId, amountMinor: row.amountMinor }, "instrument");
  const sold = sale
    ? sql`, ${recordEvent(soldEvent(row, sale, claim?.key ?? sale.transactionId), subscribers, "idempotency", "sold")}`
    : sql``;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH instrument AS (${use}),
      ${money},
      written AS (${insertRows("authorizations", [row], "account")}),
      ${recordAnswer(claim, outcome, row.createdAt, "account")},
      ${recordEvent(approved, subscribers, "idempotency")}
      ${sold}
      ${bothOrNothing("instrument", "account")}`,
  );
  return result?.isWritten ?? false;
}
