import { insertRows, type NewRow } from "@/server/db/insert-rows";
import type { Queryable } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { ensureMerchantAccount, postSale } from "@/server/domain/ledger";
import type { NewEvent } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts } from "../facts";
import { familyFigures } from "../figures";
import { newPosting } from "../move/family-context";
import { statusOf } from "../statuses";

/** What makes an approval a sale: the very statement that authorizes it captures all of it. */
export interface Sale {
  readonly transactionId: RecordId;
  readonly merchantAccountId: AccountId;
}

/** The row of an approval as the sale leaves it: authorized and captured in one. */
export async function prepareSale(
  db: Queryable,
  row: AuthorizationRow,
): Promise<{ readonly row: AuthorizationRow; readonly sale: Sale }> {
  const { merchantId, environment, currency, amountMinor, createdAt } = row;
  const merchantAccountId = await ensureMerchantAccount(db, {
    merchantId,
    environment,
    currency: parseCurrency(currency),
    createdAt,
  });
  // Its events: the approval, then the capture.
  const captured = {
    capturedMinor: amountMinor,
    familyCapturedMinor: amountMinor,
    acknowledgedAt: createdAt,
    eventSequence: 2,
  };
  return { row: { ...row, ...captured }, sale: { transactionId: newRecordId(createdAt), merchantAccountId } };
}

/** CTEs `account`, `posting`, `entries`, `captured`: the money of a sale and its capture. */
export function completeSale(row: AuthorizationRow, sale: Sale, guard: string): Sql {
  const posting = newPosting(row, "capture", row.createdAt);
  const { merchantAccountId, transactionId } = sale;
  const capture: NewRow<"captures"> = {
    id: transactionId,
    transactionId,
    authorizationId: row.id,
    targetId: row.id,
    rootId: row.id,
    tenantId: row.tenantId,
    environment: row.environment,
    merchantId: row.merchantId,
    currency: row.currency,
    amountMinor: row.amountMinor,
    refundedMinor: 0n,
    familySequence: row.version,
    merchantReference: row.merchantReference,
    requestId: row.requestId,
    actorKind: row.actorKind,
    actorId: row.actorId,
    createdAt: row.createdAt,
    settledAt: null,
    batchId: null,
  };
  const money = { posting, memberAccountId: row.accountId, merchantAccountId, amountMinor: row.amountMinor };
  return sql`${postSale(money, guard)}, captured AS (${insertRows("captures", [capture], "account")})`;
}

export function soldEvent(row: AuthorizationRow, sale: Sale, source: string): NewEvent<"authorization.captured"> {
  const amountMinor = row.amountMinor.toString();
  return {
    tenantId: row.tenantId,
    environment: row.environment,
    type: "authorization.captured",
    sequence: row.eventSequence,
    facts: {
      ...authorizationFacts(row),
      amountCapturedMinor: amountMinor,
      capturedMinor: amountMinor,
      remainingMinor: "0",
      status: statusOf(row, familyFigures(row)),
      transactionId: sale.transactionId,
    },
    source,
    at: row.createdAt,
  };
}
