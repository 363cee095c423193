import { announce } from "@/server/db/announce";
import { STALE } from "@/server/db/guarded";
import type { Queryable } from "@/server/db/query";
import type { Sql } from "@/server/db/sql";
import type { Decision } from "@/server/domain/declines";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import type { Subscriber } from "@/server/domain/webhooks";
import type { AuthorizationRow } from "../authorization";
import { prepareSale, type Sale } from "./sale";
import { writeApproval } from "./write-approval";
import { writeDecline } from "./write-decline";

interface Decided<Outcome> {
  readonly row: AuthorizationRow;
  readonly decision: Decision;
  readonly isSale: boolean;
  readonly subscribers: readonly Subscriber[];
  readonly claim: IdempotencyClaim<Outcome> | null;
  outcomeOf(row: AuthorizationRow, transactionId: string | null): Outcome;
  /** What an approval uses up. */
  approvalUse(): Sql;
  /** What a decline leaves behind on what would have paid; null: nothing. */
  declineEffect?(): Sql | null;
}

/** Writes what was decided, a hold, a sale or a decline, in one statement; STALE if what it was decided on has moved. */
export async function writeDecided<Outcome>(db: Queryable, decided: Decided<Outcome>): Promise<Outcome | typeof STALE> {
  const { decision, isSale, subscribers, claim, outcomeOf } = decided;
  if (decision.outcome === "declined") {
    const { row } = decided;
    const outcome = outcomeOf(row, null);
    const use = decided.declineEffect?.() ?? null;
    if (!(await writeDecline(db, { row, outcome, use, subscribers, claim }))) return STALE;
    announce(db, `account:${row.accountId}`, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  }
  const { row, sale }: { row: AuthorizationRow; sale: Sale | null } = isSale
    ? await prepareSale(db, decided.row)
    : { row: decided.row, sale: null };
  const outcome = outcomeOf(row, sale?.transactionId ?? null);
  if (!(await writeApproval(db, { row, sale, outcome, use: decided.approvalUse(), subscribers, claim }))) return STALE;
  announce(db, `account:${row.accountId}`, `tenant:${row.tenantId}:${row.environment}`);
  return outcome;
}
