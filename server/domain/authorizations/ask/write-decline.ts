import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { recordEvent, type Subscriber } from "@/server/domain/webhooks";
import type { AuthorizationRow } from "../authorization";
import { declineFacts } from "../facts";

/** A declined increment and what goes with it into one statement. */
interface Decline<Outcome> {
  readonly row: AuthorizationRow;
  readonly outcome: Outcome;
  readonly subscribers: readonly Subscriber[];
  readonly claim: IdempotencyClaim<Outcome> | null;
  /** Another CTE and the comma before it, where a person asked. */
  readonly audit: Sql;
}

/** The statement of a decline: nothing changes beside the record, so nothing guards it. */
export async function writeDecline<Outcome>(db: Queryable, decline: Decline<Outcome>): Promise<void> {
  const { row, outcome, subscribers, claim, audit } = decline;
  const event = {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.declined",
    sequence: 1,
    facts: declineFacts(row),
    source: claim?.key ?? row.id,
    at: row.createdAt,
  } as const;
  await query(
    db,
    sql`WITH written AS (${insertRows("authorizations", [row], "(SELECT 1) AS request")}),
      ${recordAnswer(claim, outcome, row.createdAt, "written")},
      ${recordEvent(event, subscribers, "idempotency")} ${audit}
      SELECT 1`,
  );
}
