import { MAX_FUNDING_ROWS } from "@/server/contracts/choices";
import { BankReference } from "@/server/contracts/rest/onboarding/fundings";
import { foldNumber } from "@/server/contracts/text/digits";
import { getPool } from "@/server/db/pool";
import { requirePermission } from "@/server/domain/authority";
import { listFloats } from "@/server/domain/bank";
import { type BulkJobRow, startBulkJob } from "@/server/domain/bulk-jobs";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { findFundedReferences } from "@/server/domain/members";
import { type CsvRow, parseCsv, refuseText } from "@/server/domain/parse-csv";
import { findPayees, type Payee } from "@/server/domain/queries";
import { type Currency, readAmount, toMinor } from "@/server/platform/money";

const FIELDS = ["member", "amount", "reference", "currency"] as const;
type Field = (typeof FIELDS)[number];

/** Compared by letters alone, ignoring case. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  member: ["member", "account", "externalid", "memberid", "accountid"],
  amount: ["amount"],
  reference: ["reference", "text"],
  currency: ["currency"],
};

interface FundingRow {
  readonly line: number;
  readonly typed: Readonly<Record<Field, string>>;
  readonly payee: Payee | null;
  readonly amountMinor: bigint | null;
  /** `there`: its reference funded the account already. */
  readonly state: "new" | "there" | "wrong";
  readonly issue: string | null;
}

interface FundingTotal {
  readonly currency: Currency;
  readonly totalMinor: bigint;
  /** What the float has. */
  readonly availableMinor: bigint;
}

export interface FundingPreview {
  readonly rows: readonly FundingRow[];
  /** Of the new rows, by currency. */
  readonly totals: readonly FundingTotal[];
}

/** Writes nothing. Throws `not_permitted`, `validation_error` for a file that can't be read as a whole. */
export async function previewFundings(
  caller: StaffCaller,
  { text }: { readonly text: string },
): Promise<FundingPreview> {
  requirePermission(caller, "move_money");
  const read = readRows(text);
  const payees = await findPayees(caller, [...new Set(read.map(({ typed }) => typed.member))]);
  const judged = read.map((row) => judge(row, payees));
  const funded = await findFundedReferences(
    getPool(),
    judged.flatMap(({ payee }) => payee?.memberId ?? []),
    judged.map(({ typed }) => typed.reference),
  );
  const seen = new Map<string, number>();
  const rows = judged.map((row): FundingRow => {
    if (row.issue !== null || !row.payee) return { ...row, state: "wrong" };
    const key = `${row.payee.accountId} ${row.typed.reference}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) return { ...row, state: "wrong", issue: `Is on line ${earlier} already.` };
    seen.set(key, row.line);
    return { ...row, state: funded.has(key) ? "there" : "new" };
  });
  const floats = await listFloats(caller);
  const fresh = rows.filter(({ state }) => state === "new");
  const totals = [...new Set(fresh.flatMap(({ payee }) => payee?.currency ?? []))].map((currency) => ({
    currency,
    totalMinor: fresh.reduce(
      (sum, { payee, amountMinor }) => sum + (payee?.currency === currency ? (amountMinor ?? 0n) : 0n),
      0n,
    ),
    availableMinor: floats.find((float) => float.currency === currency)?.postedMinor ?? 0n,
  }));
  return { rows, totals };
}

type ReadRow = Pick<FundingRow, "line" | "typed">;

function readRows(text: string): ReadRow[] {
  const { rows, openQuote } = parseCsv(text);
  if (openQuote !== null) throw refuseText(`A quotation mark on line ${openQuote} isn’t closed.`);
  const [head, ...lines] = rows;
  if (!head) throw refuseText("The file is empty.");
  const columns = head.cells.map((title) => {
    const plain = title.toLowerCase().replaceAll(/[^a-z]/g, "");
    return FIELDS.find((field) => NAMES[field].includes(plain)) ?? null;
  });
  for (const field of ["member", "amount", "reference"] as const) {
    if (!columns.includes(field))
      throw refuseText(`The first line must name the columns member, amount, and reference: “${field}” is missing.`);
  }
  if (lines.length === 0) throw refuseText("The file has column names, but no rows below them.");
  if (lines.length > MAX_FUNDING_ROWS) {
    const [most, count] = [MAX_FUNDING_ROWS, lines.length].map((number) => number.toLocaleString("en-US"));
    throw refuseText(`The file has ${count} rows. Fund at most ${most} at a time.`);
  }
  const cell = ({ cells }: CsvRow, field: Field) => cells[columns.indexOf(field)] ?? "";
  return lines.map((row) => ({
    line: row.line,
    typed: {
      member: cell(row, "member"),
      amount: cell(row, "amount"),
      reference: cell(row, "reference"),
      currency: cell(row, "currency").toUpperCase(),
    },
  }));
}

function judge({ line, typed }: ReadRow, payees: readonly Payee[]): Omit<FundingRow, "state"> {
  const wrong = (issue: string) => ({ line, typed, payee: null, amountMinor: null, issue });
  const { member, currency, reference } = typed;
  if (!BankReference.safeParse(reference).success) return wrong("Reference: use 1 to 140 characters, on one line.");
  const named = payees.filter((payee) =>
    [payee.accountId, payee.memberId, payee.externalId].some((id) => id === member),
  );
  const [payee, ...others] = named.filter((one) => currency === "" || one.currency === currency);
  if (named.length === 0) return wrong(`Member: none of yours has the id ${member || "that is missing"}.`);
  if (!payee) return wrong(`Currency: this member has no account in ${currency}.`);
  if (others.length > 0) return wrong("Member: has several accounts. Give the account’s id, or a currency.");
  const written = foldNumber(typed.amount);
  const amount = /^\d{1,10}(\.\d{1,4}|,\d{1,2})?$/.test(written) ? Number(written.replace(",", ".")) : 0;
  const amountMinor = amount > 0 ? toMinor(readAmount(amount), payee.currency) : null;
  if (amountMinor === null) return wrong(`Amount: enter one in ${payee.currency}, like 12.50.`);
  return { line, typed, payee, amountMinor, issue: null };
}

/** Of one turn of the job, which are written together. */
const ROWS_A_TURN = 100;

/**
 * Funds the new rows of a file from the tenant's floats in the background, 100 in each transaction. Rows that are there are left
 * out, now and again at their turn, so that a file can be sent again. In live, beyond what one person may move in a day, it
 * waits for a second one of the tenant (`decideHeldJob`). Throws what `previewFundings` throws, `validation_error` if
 * a row has a problem or none is new, `float_exceeded` if a float has less than the file's total, `not_enabled`, `limit_reached`.
 */
export async function fundFile(
  caller: StaffCaller,
  { text }: { readonly text: string },
  claim: IdempotencyClaim<BulkJobRow> | null,
): Promise<BulkJobRow> {
  const { rows, totals } = await previewFundings(caller, { text });
  const wrong = rows.find(({ state }) => state === "wrong");
  if (wrong) throw refuseText(`Line ${wrong.line}: ${wrong.issue}`);
  const fresh = rows.filter(({ state }) => state === "new");
  if (fresh.length === 0) throw refuseText("Every row of the file was funded already.");
  const short = totals.find(({ totalMinor, availableMinor }) => totalMinor > availableMinor);
  if (short) throw new DomainError("float_exceeded", `Your float in ${short.currency} has less than the file’s total.`);
  const turns = Array.from({ length: Math.ceil(fresh.length / ROWS_A_TURN) }, (_, turn) =>
    fresh.slice(turn * ROWS_A_TURN, (turn + 1) * ROWS_A_TURN),
  );
  return startBulkJob(
    caller,
    {
      act: "fund_members",
      subjectId: null,
      ids: turns.map((turn) => `${turn[0]?.line}–${turn.at(-1)?.line}`),
      contents: turns.map((turn) => JSON.stringify(turn.map(contentOf))),
      sums: new Map(totals.map(({ currency, totalMinor }) => [currency, totalMinor])),
    },
    claim,
  );
}

function contentOf({ payee, amountMinor, typed }: FundingRow) {
  if (!payee || amountMinor === null) throw new Error("a row without an account is funded");
  const { accountId, memberId, currency } = payee;
  return { accountId, memberId, currency, amountMinor: amountMinor.toString(), reference: typed.reference };
}
