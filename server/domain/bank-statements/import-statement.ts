import { calendarDay } from "@/server/contracts/calendar-days";
import { CsvMappingInput } from "@/server/contracts/portal/network/csv-mapping";
import { runInTransaction } from "@/server/db/guarded";
import { columnsOf, insertRows, type NewRow, rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "@/server/domain/audit";
import type { NetworkKeyCaller, OperatorCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, storeAnswer } from "@/server/domain/idempotency";
import { wake } from "@/server/domain/wake";
import { yieldToRequests } from "@/server/domain/yield-between-batches";
import { sha256Hex } from "@/server/platform/crypto";
import { newRecordId, newRecordIds, type RecordId } from "@/server/platform/ids";
import { amountText } from "@/server/platform/money";
import { type BankAccount, listBankAccounts } from "../bank";
import { readCamt053 } from "./read-camt053";
import { readCsvStatement } from "./read-csv-statement";
import { readMt940 } from "./read-mt940";
import { type ReadLine, type ReadStatement, refuseFile, requireDays, requireSum } from "./read-statement";

export interface ImportedStatement {
  readonly id: RecordId;
  /** False: it was there, and nothing was written. */
  readonly isNew: boolean;
  readonly lineCount: number;
  /** Lines that no other statement had. */
  readonly newCount: number;
}

interface FileInput {
  readonly text: string;
  /** Of a CSV file, which doesn't say; null for the other formats. */
  readonly bankAccountId: string | null;
}

const LINES_AT_ONCE = 2_000;
/** MT940 and CSV are read at once, while nothing else of the process goes on. */
const MAX_PLAIN = 5 * 1024 * 1024;

/**
 * Reads a bank's file and writes its statements and lines, all or none. A statement counts once, and so does each line, in
 * whichever file it comes. Lines are handled in the background (`bankStatements`). Moves no money.
 * Throws `validation_error` with a sentence for a file that can't be read, doesn't add up, or is of an account that isn't here.
 */
export async function importStatement(
  caller: OperatorCaller | NetworkKeyCaller,
  input: FileInput,
  claim: IdempotencyClaim<readonly ImportedStatement[]> | null,
): Promise<readonly ImportedStatement[]> {
  const accounts = await listBankAccounts(caller);
  const everSet = await listBankAccounts(caller, { withReplaced: true });
  const { statements, columnsDigest } = await readFile(input, accounts);
  for (const statement of statements) {
    requireDays(statement, caller.now);
    requireSum(statement, (minor) => amountText(minor, statement.currency));
  }
  const fileDigest = sha256Hex(input.text);
  const imported = await runInTransaction(async (db) => {
    const written: ImportedStatement[] = [];
    const ids = newRecordIds(caller.now, statements.length);
    for (const [index, statement] of statements.entries()) {
      const [id = newRecordId(caller.now), bankAccountId] = [
        ids[index],
        accountOf(statement, { accounts, everSet }, input),
      ];
      written.push(await writeStatement(db, caller, { id, statement, bankAccountId, fileDigest, columnsDigest }));
    }
    await storeAnswer(db, claim, written, caller.now);
    return written;
  });
  wake("jobs");
  return imported;
}

interface ReadFile {
  readonly statements: readonly ReadStatement[];
  /** SHA-256 of the columns that a CSV file was read by; null for the other formats. */
  readonly columnsDigest: string | null;
}

async function readFile({ text, bankAccountId }: FileInput, accounts: readonly BankAccount[]): Promise<ReadFile> {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (whole.trim() === "") throw refuseFile("The file is empty.");
  if (/^\s*</.test(whole)) {
    return { statements: await readCamt053(whole.trimStart()), columnsDigest: null };
  }
  if (whole.length > MAX_PLAIN) throw refuseFile("A file of MT940 or CSV can have 5 MB. Split it by days.");
  if (/^(:20:|\{1:)/m.test(whole.slice(0, 2_000))) return { statements: readMt940(whole), columnsDigest: null };
  const account = accounts.find(({ id }) => id === bankAccountId);
  if (!account)
    throw refuseFile("The file is neither camt.053 nor MT940. Choose the account that this CSV file is of.");
  const mapping = CsvMappingInput.safeParse(account.csvMapping);
  if (!mapping.success) throw refuseFile("Say first which columns the bank’s CSV files have.");
  return {
    statements: [readCsvStatement(whole, mapping.data, account.currency)],
    columnsDigest: sha256Hex(JSON.stringify(mapping.data)),
  };
}

interface Accounts {
  readonly accounts: readonly BankAccount[];
  readonly everSet: readonly BankAccount[];
}

/** The oldest row of the account, even if it was replaced before it worked, so that it stays one however often it was set. */
function accountOf(
  { accountNumber, currency, number }: ReadStatement,
  { accounts, everSet }: Accounts,
  { bankAccountId }: FileInput,
): RecordId {
  const ofCurrency = accounts.filter((account) => account.currency === currency);
  const found =
    accountNumber === null
      ? ofCurrency.find(({ id }) => id === bankAccountId)
      : ofCurrency.find((account) => isSameNumber(account.accountNumber, accountNumber, currency));
  const oldest = everSet.findLast(
    (account) => account.currency === currency && account.accountNumber === found?.accountNumber,
  );
  if (!oldest) {
    const which = number === null ? "The statement" : `Statement ${number}`;
    throw refuseFile(`${which} is of account ${accountNumber} in ${currency}, which isn’t one of the network’s.`);
  }
  return oldest.id;
}

/** Banks write an IBAN, one with the currency behind it, or the codes of bank and account apart: `37040044/532013000`. */
function isSameNumber(ours: string, written: string, currency: string): boolean {
  const plain = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  if (ours === plain || ours + currency === plain) return true;
  const [bank = "", account = ""] = written.toUpperCase().split("/");
  const own = account.replace(/^0+/, "");
  return bank !== "" && own.length >= 5 && ours.includes(bank) && ours.endsWith(own);
}

interface NewStatement {
  readonly id: RecordId;
  readonly statement: ReadStatement;
  readonly bankAccountId: RecordId;
  readonly fileDigest: string;
  readonly columnsDigest: string | null;
}

async function writeStatement(
  db: Queryable,
  caller: OperatorCaller | NetworkKeyCaller,
  { id, statement, bankAccountId, fileDigest, columnsDigest }: NewStatement,
): Promise<ImportedStatement> {
  const { environment, now, requestId } = caller;
  const { format, number, fromOn, toOn, openingMinor, closingMinor, lines } = statement;
  const digest = sha256Hex(
    JSON.stringify([number, fromOn, toOn, openingMinor, closingMinor, lines.map(factsOf)], (_, value) =>
      typeof value === "bigint" ? value.toString() : value,
    ),
  );
  // One upload of an account after the other.
  await query(db, sql`SELECT 1 FROM bank_accounts WHERE id = ${bankAccountId} FOR NO KEY UPDATE`);
  const [same] = await query<{ id: RecordId }>(
    db,
    sql`SELECT id FROM bank_statements WHERE bank_account_id = ${bankAccountId} AND digest = ${digest}`,
  );
  if (same) return { id: same.id, isNew: false, lineCount: lines.length, newCount: 0 };
  const row: NewRow<"bank_statements"> = {
    id,
    environment,
    bankAccountId,
    format,
    number,
    fileDigest,
    digest,
    columnsDigest,
    openingMinor,
    closingMinor,
    fromOn: new Date(fromOn),
    toOn: new Date(toOn),
    lineCount: lines.length,
    newCount: 0,
    handledCount: 0,
    userId: caller.kind === "operator" ? caller.userId : null,
    networkKeyId: caller.kind === "network_key" ? caller.keyId : null,
    requestId,
    run: 0,
    touchedAt: null,
    createdAt: now,
    finishedAt: null,
  };
  await query(db, insertRows("bank_statements", [row], "(SELECT 1) AS work"));
  const known = { earlier: await countAlike(db, row), again: await findAgain(db, row) };
  const rows = await lineRows(statement, { statementId: id, bankAccountId, environment, createdAt: now }, known);
  let newCount = 0;
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE) {
    const written = await query(
      db,
      sql`INSERT INTO bank_lines (${columnsOf.bank_lines.list})
        SELECT ${columnsOf.bank_lines.row} FROM json_populate_recordset(NULL::bank_lines,
          ${rowsAsJson(rows.slice(at, at + LINES_AT_ONCE))}::json) r
        ON CONFLICT (bank_account_id, key) DO NOTHING RETURNING 1`,
    );
    newCount += written.length;
  }
  await query(
    db,
    sql`UPDATE bank_statements SET new_count = ${newCount}::integer,
        finished_at = CASE WHEN ${newCount}::integer = 0 THEN ${now}::timestamptz END
      WHERE id = ${id} RETURNING 1`,
  );
  await recordAudit(db, caller, {
    action: "bank_statement.imported",
    subject: { kind: "bank_statement", id },
    details: { bankAccountId, format, number, from: fromOn, to: toOn, lines: lines.length, new: newCount, fileDigest },
  });
  return { id, isNew: true, lineCount: lines.length, newCount };
}

/**
 * Equal lines of statements that the balances put before or after this one on its days, by their facts: with as many more, this
 * statement has others. Nothing where the balances return to where they were, since it may then be another export of the same lines.
 */
async function countAlike(
  db: Queryable,
  { id, bankAccountId, fromOn, toOn, openingMinor, closingMinor }: NewRow<"bank_statements">,
): Promise<ReadonlyMap<string, number>> {
  if (openingMinor === null || openingMinor === closingMinor) return new Map();
  const isNear = sql`s.bank_account_id = ${bankAccountId} AND s.id <> ${id} AND s.from_on <= ${toOn} AND s.to_on >= ${fromOn}
    AND s.opening_minor <> s.closing_minor AND s.new_count = s.line_count`;
  const alike = await query<{ facts: string; count: number }>(
    db,
    sql`WITH RECURSIVE near AS (
        SELECT s.id, s.opening_minor, s.closing_minor, side.is_before
        FROM bank_statements s, (VALUES (true), (false)) side (is_before)
        WHERE ${isNear} AND CASE WHEN is_before THEN s.closing_minor = ${openingMinor} ELSE s.opening_minor = ${closingMinor} END
        UNION
        SELECT s.id, s.opening_minor, s.closing_minor, n.is_before FROM near n JOIN bank_statements s
          ON CASE WHEN n.is_before THEN s.closing_minor = n.opening_minor ELSE s.opening_minor = n.closing_minor END
        WHERE ${isNear}
      )
      SELECT split_part(key, '.', 1) AS facts, count(*)::integer AS count FROM bank_lines
      WHERE statement_id IN (SELECT id FROM near) AND NOT EXISTS (
          SELECT 1 FROM near WHERE CASE WHEN is_before THEN opening_minor = ${openingMinor} ELSE closing_minor = ${closingMinor} END)
      GROUP BY 1`,
  );
  return new Map(alike.map(({ facts, count }) => [facts, count]));
}

/** One format has a line on the day it was booked, another on that of its value. */
const DAYS_APART = 7;

/**
 * Days and amounts of lines that other statements have, if they may be this one as the bank writes it otherwise: around these days in
 * another format or read by other columns, or on these days between the same balances.
 */
async function findAgain(
  db: Queryable,
  { id, bankAccountId, format, columnsDigest, fromOn, toOn, openingMinor, closingMinor }: NewRow<"bank_statements">,
): Promise<ReadonlySet<string>> {
  const lines = await query<{ day: Date; amountMinor: bigint }>(
    db,
    sql`SELECT DISTINCT d.day, l.amount_minor FROM bank_statements s JOIN bank_lines l ON l.statement_id = s.id,
        unnest(ARRAY[l.booked_on, l.value_on]) d (day)
      WHERE s.bank_account_id = ${bankAccountId} AND s.id <> ${id} AND d.day IS NOT NULL
        AND s.from_on <= ${toOn}::date + ${DAYS_APART}::integer AND s.to_on >= ${fromOn}::date - ${DAYS_APART}::integer
        AND ((s.format, s.columns_digest) IS DISTINCT FROM (${format}::statement_format, ${columnsDigest}::text)
          OR (s.opening_minor, s.closing_minor) = (${openingMinor}::bigint, ${closingMinor}::bigint)
            AND s.from_on <= ${toOn} AND s.to_on >= ${fromOn} AND d.day = l.booked_on)`,
  );
  return new Set(lines.map(({ day, amountMinor }) => `${calendarDay(day, "UTC")} ${amountMinor}`));
}

/** A person decides: funding it twice and leaving it out are both wrong. A payout is answered once anyway. */
const LIKE_ANOTHER = "Another statement of these days has an equal line. Assign this one if the bank shows both.";

type OfStatement = Pick<NewRow<"bank_lines">, "statementId" | "bankAccountId" | "environment" | "createdAt">;

/** What the bank says of a line, by which another file's is known to be the same: its own id, or all the rest. */
function factsOf({ bookedOn, amountMinor, bankReference, ...line }: ReadLine): readonly (string | null)[] {
  const said = [line.counterpartyName, line.counterpartyNumber, line.text, line.endToEndId];
  return [bookedOn, amountMinor.toString(), ...(bankReference === null ? said : [bankReference])];
}

interface Known {
  readonly earlier: ReadonlyMap<string, number>;
  readonly again: ReadonlySet<string>;
}

async function lineRows(
  { lines, currency }: ReadStatement,
  shared: OfStatement,
  { earlier, again }: Known,
): Promise<NewRow<"bank_lines">[]> {
  const [rows, rest]: [NewRow<"bank_lines">[], () => unknown] = [[], yieldToRequests()];
  const counts = new Map<string, number>();
  const ids = newRecordIds(shared.createdAt, lines.length);
  for (const [index, line] of lines.entries()) {
    const { bankReference: _, bookedOn, valueOn, ...said } = line;
    const facts = sha256Hex(JSON.stringify(factsOf(line)));
    // The bank's own id is of one line.
    const others = line.bankReference === null ? (earlier.get(facts) ?? 0) : 0;
    const isAgain = [bookedOn, valueOn].some((day) => again.has(`${day} ${line.amountMinor}`));
    const isDoubtful = others > 0 || isAgain;
    const ordinal = (counts.get(facts) ?? others) + 1;
    counts.set(facts, ordinal);
    rows.push({
      id: ids[index] ?? newRecordId(shared.createdAt),
      ...shared,
      currency,
      position: index + 1,
      key: `${facts}.${ordinal}`,
      ...said,
      bookedOn: new Date(bookedOn),
      valueOn: valueOn === null ? null : new Date(valueOn),
      state: "unassigned",
      accountId: null,
      postingId: null,
      note: isDoubtful ? LIKE_ANOTHER : null,
      userId: null,
      handledAt: null,
    });
    await rest();
  }
  return rows;
}
