import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DECLINE_REASONS, isDeclineCode } from "@/server/domain/declines";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { recordEvent, type Subscriber } from "@/server/domain/webhooks";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts } from "../facts";

/** A declined authorization and what goes with it into one statement. */
interface Decline<Outcome> {
  readonly row: AuthorizationRow;
  readonly outcome: Outcome;
  /** Counts a PIN try, guarded. Null: nothing changes beside the record, so nothing guards it. */
  readonly use: Sql | null;
  readonly subscribers: readonly Subscriber[];
  readonly claim: IdempotencyClaim<Outcome> | null;
  /** Another CTE and the comma before it, where a person asked. */
  readonly audit?: Sql;
}

/** The statement of a decline. False when `use` matched nothing; then nothing was written. */
export async function writeDecline<Outcome>(db: Queryable, decline: Decline<Outcome>): Promise<boolean> {
  const { row, outcome, use, subscribers, claim, audit = sql`` } = decline;
  if (!isDeclineCode(row.responseCode)) throw new TypeError(`not a decline: ${row.responseCode}`);
  const event = {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.declined",
    sequence: 1,
    facts: {
      ...authorizationFacts(row),
      reasonCode: row.responseCode,
      reasonMessage: DECLINE_REASONS[row.responseCode].message,
    },
    source: claim?.key ?? row.id,
    at: row.createdAt,
  } as const;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH instrument AS (${use ?? sql`SELECT 1`}),
      written AS (${insertRows("authorizations", [row], "instrument")}),
      ${recordAnswer(claim, outcome, row.createdAt, "written")},
      ${recordEvent(event, subscribers, "idempotency")} ${audit}
      SELECT EXISTS (SELECT 1 FROM written) AS is_written`,
  );
  return result?.isWritten ?? false;
}
