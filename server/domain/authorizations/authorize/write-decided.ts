import type { Attempt, Standing } from "@/server/db/guarded";
import { insertRows, type NewRow, namingRows } from "@/server/db/insert-rows";
import type { Queryable } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { AT_ONCE, after, Write } from "@/server/db/write";
import { insertAuditRows } from "@/server/domain/audit";
import { answerRow, type IdempotencyClaim, recordAnswers } from "@/server/domain/idempotency";
import { debitMembers, ensureMerchantAccount, type MemberDebit, postSales, type Sale } from "@/server/domain/ledger";
import { hasSubscribers, type Published, recordEvents, type Subscriber } from "@/server/domain/webhooks";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts, declineFacts } from "../facts";
import { familyFigures } from "../figures";
import { newCapture } from "../move/capture-authorization";
import { newPosting } from "../move/family-queue";
import { recordRescueUses, type SpentRescue } from "../rescue/open-rescues";
import { statusOf } from "../statuses";
import { storeShapes } from "../stored-decision";
import type { ParentChange } from "./batch-state";
import type { Recorded, WritePart } from "./payment-request";

export interface Decided {
  readonly recorded: Recorded;
  readonly claim: IdempotencyClaim<Recorded> | null;
  /** Account that a sale credits; null if not opened yet. */
  readonly merchantAccountId: AccountId | null;
  readonly subscribers: readonly Subscriber[];
  readonly payerEvents: readonly Published[];
  readonly restsOn: readonly (Standing | undefined)[];
  readonly audits: readonly NewRow<"audit_records">[];
}

interface Effects {
  readonly parents: readonly ParentChange[];
  readonly payers: readonly WritePart[];
  readonly rescues: readonly SpentRescue[];
  readonly debits: readonly MemberDebit[];
}

/** Turns an approval into a sale, authorized and captured at once. It has two events: the approval, then the capture. */
export function saleOf(approved: AuthorizationRow): { row: AuthorizationRow; transactionId: RecordId } {
  const { amountMinor, createdAt } = approved;
  const captured = {
    capturedMinor: amountMinor,
    familyCapturedMinor: amountMinor,
    acknowledgedAt: createdAt,
    eventSequence: 2,
  };
  return { row: { ...approved, ...captured }, transactionId: newRecordId(createdAt) };
}

/**
 * Writes decided holds, sales, and declines in one query: parents → payers → rescues → members' accounts → records,
 * captures, postings → answers → events and deliveries. If a payer or an account has changed since it was read, nothing is
 * written, and it throws what `runGuarded` retries. Returns whether it wrote deliveries.
 */
export async function writeDecided(
  attempt: Attempt,
  decided: readonly Decided[],
  { parents, payers, rescues, debits }: Effects,
): Promise<boolean> {
  const { db } = attempt;
  const write = new Write().restingOn(decided.flatMap(({ restsOn }) => restsOn));
  let last = AT_ONCE;
  const inTurn = (name: string, part: (guard: string) => Sql, rows: number) => {
    if (rows === 0) return;
    write.require(name, part(last), rows);
    last = after(name);
  };
  inTurn("parents", (guard) => growParents(parents, guard), parents.length);
  for (const { name, part, rows } of payers) {
    if (rows === null) write.add(name, part(last));
    else inTurn(name, part, rows);
  }
  inTurn("rescues", (guard) => recordRescueUses(rescues, guard), rescues.length);
  inTurn("account", (guard) => debitMembers(debits, guard), debits.length);
  const rows = decided.map(({ recorded }) => recorded.row);
  await storeShapes(
    db,
    rows.map(({ decision }) => decision),
  );
  inTurn("written", (guard) => insertRows("authorizations", rows, guard), rows.length);
  const sales = await salesOf(db, decided);
  if (sales.length > 0) {
    write.addAll(
      postSales(
        sales.map(({ sale }) => sale),
        last,
      ),
    );
    write.add(
      "captured",
      insertRows(
        "captures",
        sales.map(({ capture }) => capture),
        last,
      ),
    );
  }
  const answers = decided.flatMap(({ claim, recorded }) =>
    claim ? [answerRow(claim, recorded, recorded.row.createdAt)] : [],
  );
  // After the answers, so that a duplicate request never writes an event.
  inTurn("answered", (guard) => recordAnswers(answers, guard), answers.length);
  const audits = decided.flatMap((one) => one.audits);
  if (audits.length > 0) write.add("audited", insertAuditRows(audits, last));
  const events = decided.flatMap((one) => [...eventsOf(one), ...one.payerEvents]);
  if (events.length > 0) write.addAll(recordEvents(events, last));
  const topics = rows.flatMap(
    (row) => [`account:${row.accountId}`, `tenant:${row.tenantId}:${row.environment}`] as const,
  );
  const [first, ...others] = topics;
  if (first) await write.run(attempt, [first, ...others]);
  return hasSubscribers(events);
}

/** UPDATE of parents that grew, guarded by the version read, which also guards a code's total. In lock order. */
function growParents(changes: readonly ParentChange[], guard: string): Sql {
  const rows = changes.map(({ before, after }) => ({
    id: after.target.id,
    readVersion: before.target.version,
    version: after.target.version,
    familyAmountMinor: after.target.familyAmountMinor,
    expiresAt: after.target.expiresAt,
  }));
  return sql`UPDATE authorizations SET family_amount_minor = f.family_amount_minor, expires_at = f.expires_at,
      version = f.version
    FROM ${raw(guard)},
      ${namingRows("f", "id text, read_version int, version int, family_amount_minor bigint, expires_at timestamptz", rows)}
    WHERE authorizations.id = f.id AND authorizations.version = f.read_version
    RETURNING authorizations.id`;
}

interface Sold {
  readonly sale: Sale;
  readonly capture: NewRow<"captures">;
}

async function salesOf(db: Queryable, decided: readonly Decided[]): Promise<Sold[]> {
  const sales: Sold[] = [];
  for (const { recorded, merchantAccountId } of decided) {
    const { row, transactionId } = recorded;
    if (transactionId === null) continue;
    const { merchantId, environment, createdAt, amountMinor } = row;
    const currency = parseCurrency(row.currency);
    const to = merchantAccountId ?? (await ensureMerchantAccount(db, { merchantId, environment, currency, createdAt }));
    const posting = newPosting(row, "capture", createdAt);
    const sale = { posting, memberAccountId: row.accountId, merchantAccountId: to, amountMinor };
    sales.push({ sale, capture: newCapture(row, transactionId) });
  }
  return sales;
}

/** One event for a decline or an approval, increments included. A sale adds its capture's. */
function eventsOf({ recorded: { row, transactionId }, claim, subscribers }: Decided): Published[] {
  const { tenantId, environment, createdAt: at } = row;
  const source = claim?.key ?? row.id;
  const common = { tenantId, environment, sequence: 1, source, at };
  if (row.outcome === "declined") {
    return [{ event: { type: "authorization.declined", facts: declineFacts(row), ...common }, subscribers }];
  }
  const facts = authorizationFacts(row);
  const approval = row.parentId === null ? facts : { ...facts, parentAuthorization: row.parentId };
  const approved: Published = { event: { type: "authorization.approved", facts: approval, ...common }, subscribers };
  if (transactionId === null) return [approved];
  const amountMinor = row.amountMinor.toString();
  const captured = {
    amountCapturedMinor: amountMinor,
    capturedMinor: amountMinor,
    remainingMinor: "0",
    status: statusOf(row, familyFigures(row)),
    transactionId,
    ...facts,
  };
  const sold = {
    type: "authorization.captured",
    facts: captured,
    ...common,
    sequence: row.eventSequence,
    source: claim?.key ?? transactionId,
  } as const;
  return [approved, { event: sold, subscribers }];
}
