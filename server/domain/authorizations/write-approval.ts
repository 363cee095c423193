import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { placeHold } from "../ledger";
import { recordEvent, type Subscriber } from "../webhooks";
import type { AuthorizationOutcome } from "./authorization";
import { type CardFacts, countCardUse } from "./card-use";
import { authorizationFacts } from "./facts";

/**
 * The statement of an approval: card usage → member's hold → authorization, event, deliveries, idempotency row. False
 * when the card or the account no longer is as it was read; then nothing was written.
 */
export async function writeApproval(
  db: Queryable,
  write: {
    readonly outcome: AuthorizationOutcome;
    readonly card: CardFacts;
    readonly subscribers: readonly Subscriber[];
    readonly claim: IdempotencyClaim<AuthorizationOutcome> | null;
  },
): Promise<boolean> {
  const { outcome, card, subscribers, claim } = write;
  const { row } = outcome;
  const use = { amountMinor: row.amountMinor, count: 1, now: row.createdAt } as const;
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
    sql`WITH card AS (${countCardUse(card, use, sql`(SELECT 1) AS request`)}),
      ${placeHold({ accountId: row.accountId, amountMinor: row.amountMinor }, "card")},
      written AS (${insertRows("authorizations", [row], "account")}),
      ${recordEvent(event, subscribers, "account")},
      ${recordAnswer(claim, outcome, row.createdAt, "account")}
      SELECT EXISTS (SELECT 1 FROM account) AS is_written,
        require_guard((SELECT count(*) FROM card) = (SELECT count(*) FROM account)) AS is_whole`,
  );
  return result?.isWritten ?? false;
}
