import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { recordEvent, type Subscriber } from "../webhooks";
import type { AuthorizationOutcome } from "./authorization";
import { DECLINE_REASONS, isDeclineCode } from "./decline-reasons";
import { authorizationFacts } from "./facts";

/** The statement of a decline, of a new authorization or of an increment. It moves nothing, so nothing guards it. */
export async function writeDecline(
  db: Queryable,
  write: {
    readonly outcome: AuthorizationOutcome;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  },
): Promise<void> {
  const { outcome, subscribers, claim } = write;
  const { row } = outcome;
  if (!isDeclineCode(row.responseCode)) throw new TypeError(`not a decline: ${row.responseCode}`);
  const event = {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.declined",
    facts: {
      ...authorizationFacts(row),
      reasonCode: row.responseCode,
      reasonMessage: DECLINE_REASONS[row.responseCode].message,
    },
    source: claim?.key ?? row.id,
    at: row.createdAt,
  } as const;
  await query(
    db,
    sql`WITH written AS (${insertRows("authorizations", [row], "(SELECT 1) AS request")}),
      ${recordEvent(event, subscribers, "written")},
      ${recordAnswer(claim, outcome, row.createdAt, "written")}
      SELECT 1`,
  );
}
