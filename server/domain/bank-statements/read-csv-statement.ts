import type { CsvMapping } from "@/server/contracts/portal/network/csv-mapping";
import { parseCsv } from "@/server/domain/parse-csv";
import type { Currency } from "@/server/platform/money";
import { plainText, type ReadLine, type ReadStatement, readDay, readMinor, refuseFile } from "./read-statement";

/** Reads a bank's CSV export by the columns that an operator named. Throws `validation_error`. */
export function readCsvStatement(text: string, mapping: CsvMapping, currency: Currency): ReadStatement {
  const { rows, openQuote } = parseCsv(text);
  if (openQuote !== null) throw refuseFile(`A quotation mark on line ${openQuote} isn’t closed.`);
  // Banks write their own lines above the names of the columns.
  const head = rows.findIndex(({ cells }) => [mapping.bookedOn, mapping.amount].every((name) => cells.includes(name)));
  const titles = rows[head]?.cells;
  if (!titles) {
    throw refuseFile(
      `No line names the columns “${mapping.bookedOn}” and “${mapping.amount}”. Change the saved columns.`,
    );
  }
  for (const name of Object.values(mapping.columns)) {
    if (name && !titles.includes(name)) throw refuseFile(`There is no column “${name}”. Change the saved columns.`);
  }
  const read = rows.slice(head + 1).map(({ line, cells }) => {
    const cell = (name: string | undefined) => (name ? (cells[titles.indexOf(name)] ?? "") : "");
    return readRow({ line, cell, mapping, currency });
  });
  if (read.length === 0) throw refuseFile("The file names its columns, but has no lines below them.");
  const days = read.map(({ bookedOn }) => bookedOn).sort();
  const ordered = inOrderOfTime(read);
  const balances = balancesOf(ordered);
  return {
    format: "csv",
    accountNumber: null,
    currency,
    number: null,
    fromOn: days[0] ?? "",
    toOn: days.at(-1) ?? "",
    ...balances,
    lines: ordered.map(({ balanceMinor: _, row: __, ...line }) => line),
  };
}

interface CsvLine extends ReadLine {
  readonly row: number;
  readonly balanceMinor: bigint | null;
}

interface Row {
  readonly line: number;
  readonly cell: (name: string | undefined) => string;
  readonly mapping: CsvMapping;
  readonly currency: Currency;
}

function readRow({ line, cell, mapping, currency }: Row): CsvLine {
  const { columns } = mapping;
  const wrong = (name: string, what: string) => refuseFile(`Line ${line}: “${cell(name)}” in “${name}” isn’t ${what}.`);
  const bookedOn = readCsvDay(cell(mapping.bookedOn), mapping.days);
  if (bookedOn === null) throw wrong(mapping.bookedOn, "a day in the saved order");
  const amount = (name: string) => {
    const minor = readCsvAmount(cell(name), mapping.decimals, currency);
    if (minor === null) throw wrong(name, `an amount in ${currency}`);
    return minor;
  };
  // Banks leave the other of two columns empty, or write a zero there.
  const debit = columns.debit && cell(columns.debit) !== "" ? positive(amount(columns.debit)) : null;
  const credit = debit !== null && cell(mapping.amount) === "" ? 0n : amount(mapping.amount);
  if (debit && credit)
    throw refuseFile(`Line ${line}: both “${mapping.amount}” and “${columns.debit}” have an amount.`);
  const amountMinor = credit - (debit ?? 0n);
  const valueOn = cell(columns.valueOn) === "" ? null : readCsvDay(cell(columns.valueOn), mapping.days);
  if (columns.valueOn && cell(columns.valueOn) !== "" && valueOn === null)
    throw wrong(columns.valueOn, "a day in the saved order");
  return {
    row: line,
    bookedOn,
    amountMinor,
    valueOn,
    bankReference: plainText(cell(columns.bankReference), 64),
    counterpartyName: plainText(cell(columns.name), 140),
    counterpartyNumber: plainText(cell(columns.number), 42),
    text: plainText(cell(columns.text), 500) ?? "",
    endToEndId: plainText(cell(columns.endToEndId), 64),
    returnReason: null,
    balanceMinor: columns.balance ? amount(columns.balance) : null,
  };
}

const positive = (minor: bigint) => (minor < 0n ? -minor : minor);

function readCsvDay(text: string, order: CsvMapping["days"]): string | null {
  const [one = "", two = "", three = ""] = text.trim().split(/[-./ T]/);
  const [year, month, day] =
    order === "YMD" ? [one, two, three] : order === "DMY" ? [three, two, one] : [three, one, two];
  if (!/^(\d\d){1,2}$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  return readDay(`${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function readCsvAmount(text: string, decimals: CsvMapping["decimals"], currency: Currency): bigint | null {
  const [, sign = "", digits = "", behind = ""] = /^([+-]?)([\d.,]+)(-?)$/.exec(text.replaceAll(/[\s'’]/g, "")) ?? [];
  const [whole = "", ...fraction] = digits.split(decimals);
  // With the other sign as a decimal one, 12.50 would read as 1,250.
  const isGrouped = /^\d+$/.test(whole) || /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(whole);
  const minor = isGrouped ? readMinor([whole.replaceAll(/[.,]/g, ""), ...fraction].join("."), currency) : null;
  return minor === null ? null : sign === "-" || behind === "-" ? -minor : minor;
}

/** Banks write the newest first or last. */
function inOrderOfTime(lines: readonly CsvLine[]): readonly CsvLine[] {
  const isFollowed = (all: readonly CsvLine[]) =>
    all.every(({ balanceMinor, amountMinor }, index) => {
      const before = all[index - 1]?.balanceMinor;
      return before === undefined || before === null || balanceMinor === before + amountMinor;
    });
  const backwards = lines.toReversed();
  const isNewestFirst = (lines[0]?.bookedOn ?? "") > (lines.at(-1)?.bookedOn ?? "");
  const [likely, other] = isNewestFirst ? [backwards, lines] : [lines, backwards];
  if (lines[0]?.balanceMinor === null) return likely;
  if (isFollowed(likely)) return likely;
  if (isFollowed(other)) return other;
  const broken = likely.find((line, index) => {
    const before = likely[index - 1]?.balanceMinor;
    return before != null && line.balanceMinor !== before + line.amountMinor;
  });
  throw refuseFile(`Line ${broken?.row}: the balance doesn’t follow from the one before and the amount.`);
}

function balancesOf(lines: readonly CsvLine[]): Pick<ReadStatement, "openingMinor" | "closingMinor"> {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || first.balanceMinor === null) return { openingMinor: null, closingMinor: null };
  return { openingMinor: first.balanceMinor - first.amountMinor, closingMinor: last.balanceMinor };
}
