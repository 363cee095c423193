import { type NewRow, namingRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment, NetworkCaller } from "@/server/domain/caller";
import { defineLongJob } from "@/server/domain/long-jobs";
import { announceFunding, type NewFunding, writeFundings } from "@/server/domain/members";
import { answerPayout, type Work } from "@/server/domain/payouts";
import { publishing } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import { findFundingNumbers } from "../bank";

type Line = Pick<
  NewRow<"bank_lines">,
  "id" | "currency" | "amountMinor" | "text" | "endToEndId" | "returnReason" | "note"
>;

interface StatementRow {
  readonly id: string;
  readonly run: number;
  readonly finishedAt: Date | null;
  readonly environment: Environment;
  readonly requestId: string;
}

/**
 * Handles lines of a statement: those with the reference of one account fund it, those that name a payout answer it, the others
 * wait to be assigned.
 *
 * Accounts: network (entry down), members and floats (posted up). Invariants: each posting sums to zero; lines, postings, proofs,
 * and progress are one transaction for each batch, guarded by the run and by the lines' lock, so that a repeat or a twin funds
 * nothing twice.
 */
export const bankStatements = defineLongJob<StatementRow>({
  kind: "bank-statement",
  table: sql`bank_statements`,
  columns: sql`id, run, finished_at, environment, request_id`,
  size: 500,
  batches: 4,
  advance: async (statement, size) => ({ row: await handleLines(statement, size), isWork: true }),
});

async function handleLines(
  { id: statementId, run, environment, requestId }: StatementRow,
  size: number,
): Promise<StatementRow | undefined> {
  const at = now();
  const { after, funded } = await publishing(async (db, publish) => {
    const [statement] = await query<StatementRow>(
      db,
      sql`UPDATE bank_statements SET touched_at = ${at} WHERE id = ${statementId} AND run = ${run}::integer
        AND finished_at IS NULL RETURNING id`,
    );
    if (!statement) return { after: undefined, funded: [] };
    const caller: NetworkCaller = { kind: "network", environment, now: at, requestId };
    const lines = await query<Line>(
      db,
      sql`SELECT id, currency, amount_minor, text, end_to_end_id, return_reason, note FROM bank_lines
        WHERE statement_id = ${statementId} AND handled_at IS NULL ORDER BY position LIMIT ${size}
        FOR NO KEY UPDATE`,
    );
    const answering = await answerPayouts({ db, publish }, caller, lines);
    const funded = await fundNamed(db, caller, { lines: lines.filter(({ id }) => !answering.has(id)), statementId });
    await query(
      db,
      sql`UPDATE bank_lines SET handled_at = ${at} WHERE id = ANY(${lines.map(({ id }) => id)}::text[]) RETURNING 1`,
    );
    // Operators handle lines too, also one that this batch has waited for.
    const [after] = await query<StatementRow>(
      db,
      sql`UPDATE bank_statements SET handled_count = new_count - left_over.count::integer,
          finished_at = CASE WHEN left_over.count = 0 THEN ${at}::timestamptz END
        FROM (SELECT count(*) AS count FROM bank_lines WHERE statement_id = ${statementId} AND handled_at IS NULL) left_over
        WHERE id = ${statementId} RETURNING id, run, finished_at, environment, request_id`,
    );
    return { after, funded };
  });
  for (const { accountId: id, memberId } of funded) announceFunding({ id, memberId });
  return after;
}

/** As payouts are called on transfers; some banks give it only within their text. */
const END_TO_END_ID = /\bP[0-9A-F]{32}\b/i;

/**
 * Settles the payouts that lines name: money that left was paid, money that came is one that came back. Returns the ids of lines
 * that name one. Those whose payout has another amount, or was answered before, stay unassigned with a note.
 */
async function answerPayouts(work: Work, caller: NetworkCaller, lines: readonly Line[]): Promise<ReadonlySet<string>> {
  const naming = lines
    .map((line) => ({ ...line, named: END_TO_END_ID.exec(`${line.endToEndId ?? ""} ${line.text}`)?.[0].toUpperCase() }))
    .sort((one, other) => ((one.named ?? "") < (other.named ?? "") ? -1 : 1));
  const answering = new Set<string>();
  for (const { id, named: endToEndId, currency, amountMinor, returnReason: reason } of naming) {
    if (endToEndId === undefined) continue;
    const isReturn = amountMinor > 0n;
    const size = isReturn ? amountMinor : -amountMinor;
    const answered = await answerPayout(work, caller, {
      payout: { endToEndId },
      currency,
      amountMinor: size,
      isReturn,
      reason,
    });
    if (answered.is === "unknown") continue;
    answering.add(id);
    const [state, note] = answered.is === "answered" ? ["payout", null] : ["unassigned", answered.because];
    await query(
      work.db,
      sql`UPDATE bank_lines SET state = ${state}::bank_line_state, note = ${note} WHERE id = ${id} RETURNING 1`,
    );
  }
  return answering;
}

interface Named {
  readonly fundingNumber: bigint;
  readonly accountId: AccountId;
  readonly memberId: MemberId | null;
  readonly tenantId: TenantId;
}

/** Funds the accounts that lines name by their references, and marks the lines. */
async function fundNamed(
  db: Queryable,
  caller: NetworkCaller,
  { lines, statementId }: { readonly lines: readonly Line[]; readonly statementId: string },
): Promise<readonly Named[]> {
  const [first] = lines;
  // A returned payment has the text of the one that went out; with a note, a line may be one that was there.
  const credits = lines.filter((line) => line.amountMinor > 0n && line.returnReason === null && line.note === null);
  const numbered = credits.map((line) => ({
    line,
    numbers: findFundingNumbers(`${line.text} ${line.endToEndId ?? ""}`),
  }));
  const numbers = [...new Set(numbered.flatMap((one) => one.numbers))];
  if (!first || numbers.length === 0) return [];
  const currency = parseCurrency(first.currency);
  const accounts = await lockAccounts(db, caller, { numbers, currency });
  const pairs = numbered.flatMap(({ line, numbers: named }) => {
    const [account, ...others] = named.flatMap((number) => accounts.get(number) ?? []);
    return account && others.length === 0 ? [{ line, account, postingId: newRecordId(caller.now) }] : [];
  });
  if (pairs.length === 0) return [];
  const fundings = pairs.map(({ line, account, postingId }) => fundingOf(line, account, { postingId, statementId }));
  await writeFundings(db, caller, fundings, { currency, floatAccountId: null, claim: null, answer: null });
  await markFunded(
    db,
    pairs.map(({ line, account, postingId }) => ({
      lineId: parseRecordId(line.id),
      postingId,
      accountId: account.accountId,
    })),
    { userId: null, at: caller.now },
  );
  return pairs.map(({ account }) => account);
}

/** Of one currency, by funding number. Members can't be erased until the transaction ends; who was has no account here. */
async function lockAccounts(
  db: Queryable,
  { environment }: NetworkCaller,
  { numbers, currency }: { readonly numbers: readonly bigint[]; readonly currency: string },
): Promise<ReadonlyMap<bigint, Named>> {
  const isWanted = sql`a.funding_number = ANY(${numbers.map(String)}::bigint[]) AND a.currency = ${currency}
    AND a.environment = ${environment}::environment`;
  const members = await query<Named>(
    db,
    sql`SELECT a.funding_number, a.id AS account_id, m.id AS member_id, m.tenant_id
      FROM accounts a JOIN members m ON m.id = a.member_id
      WHERE ${isWanted} AND a.kind = 'member' AND m.erased_at IS NULL ORDER BY m.id FOR NO KEY UPDATE OF m`,
  );
  const floats = await query<Named>(
    db,
    sql`SELECT a.funding_number, a.id AS account_id, NULL AS member_id, a.tenant_id FROM accounts a
      WHERE ${isWanted} AND a.kind = 'float'`,
  );
  return new Map([...members, ...floats].map((account) => [account.fundingNumber, account]));
}

type FundedLine = Pick<Line, "id" | "amountMinor" | "text">;

/** What stands in the bank's text is kept where it can be erased. */
export function fundingOf(
  { id, amountMinor, text }: FundedLine,
  { accountId, memberId, tenantId }: Omit<Named, "fundingNumber">,
  {
    postingId,
    statementId,
    askedBy,
  }: { readonly postingId: RecordId; readonly statementId: string; readonly askedBy?: RecordId },
): NewFunding {
  return {
    postingId,
    accountId,
    amountMinor,
    tenantId,
    memberId,
    bankLineId: parseRecordId(id),
    details: { statementId, ...(askedBy ? { askedBy } : {}) },
    ...(memberId && text !== "" ? { note: { memberId, reference: text.slice(0, 140).toWellFormed() } } : {}),
  };
}

interface FundedBy {
  readonly lineId: RecordId;
  readonly postingId: RecordId;
  readonly accountId: AccountId;
}

/** For lines that the transaction has locked and found unassigned. */
export async function markFunded(
  db: Queryable,
  funded: readonly FundedBy[],
  { userId, at }: { readonly userId: RecordId | null; readonly at: Date },
): Promise<void> {
  const marked = await query(
    db,
    sql`UPDATE bank_lines SET state = 'funded', posting_id = f.posting_id, account_id = f.account_id,
        user_id = ${userId}, handled_at = ${at}, note = NULL
      FROM ${namingRows("f", "line_id text, posting_id text, account_id text", funded)}
      WHERE bank_lines.id = f.line_id AND bank_lines.state = 'unassigned' RETURNING 1`,
  );
  if (marked.length !== funded.length) throw new Error("a line that is locked was assigned meanwhile");
}
