import { MAX_BULK } from "@/server/contracts/choices";
import { ImportedMember } from "@/server/contracts/portal/tenant/member-imports";
import { type CsvRow, type ParsedCsv, parseCsv, refuseText } from "@/server/domain/parse-csv";
import { type Currency, type DecimalAmount, isCurrency, readAmount, toMinor } from "@/server/platform/money";

const IMPORT_FIELDS = ["name", "email", "externalId", "currency", "amount"] as const;
type ImportField = (typeof IMPORT_FIELDS)[number];

/** Compared by letters and digits only, ignoring case. */
const COLUMN_NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["name", "fullname", "member", "membername"],
  email: ["email", "emailaddress", "mail"],
  externalId: ["externalid", "externalreference"],
  currency: ["currency", "accountcurrency", "account"],
  amount: ["testmoney", "amount", "openingamount", "openingbalance"],
};

export interface ImportColumn {
  readonly title: string;
  readonly field: ImportField | null;
}

interface ImportIssue {
  readonly field: ImportField | null;
  readonly message: string;
}

export interface ReadMember {
  readonly name: string;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly account: { readonly currency: Currency; readonly amount: DecimalAmount | null } | null;
}

export interface ReadRow {
  readonly line: number;
  readonly typed: Readonly<Record<ImportField, string>>;
  readonly member: ReadMember | null;
  readonly issues: readonly ImportIssue[];
}

export interface ReadFile {
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly ReadRow[];
}

interface Rules {
  readonly mayFund: boolean;
}

/** Doesn't ask the database. Duplicate rows are issues. Throws `validation_error` for a file that can't be read as a whole. */
export function readMembers(text: string, rules: Rules): ReadFile {
  const { rows, openQuote }: ParsedCsv = parseCsv(text);
  if (openQuote !== null) throw refuseText(`A quotation mark on line ${openQuote} isn’t closed.`);
  const [head, ...lines] = rows;
  if (!head) throw refuseText("The file is empty.");
  const columns = readColumns(head);
  if (lines.length === 0) throw refuseText("The file has column names, but no members below them.");
  if (lines.length > MAX_BULK) {
    const [most, count] = [MAX_BULK, lines.length].map((number) => number.toLocaleString("en-US"));
    throw refuseText(`The file has ${count} members. Import at most ${most} at a time.`);
  }
  return { columns, rows: withoutTwins(lines.map((row) => readRow(row, columns, rules))) };
}

function readColumns({ cells }: CsvRow): ImportColumn[] {
  const columns = cells.map((title) => {
    const plain = title
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
    return { title, field: IMPORT_FIELDS.find((field) => COLUMN_NAMES[field].includes(plain)) ?? null };
  });
  for (const field of IMPORT_FIELDS) {
    const [first, second] = columns.filter((column) => column.field === field);
    if (first && second)
      throw refuseText(`“${first.title}” and “${second.title}” mean the same. Keep one of these columns.`);
  }
  if (!columns.some(({ field }) => field === "name")) {
    throw refuseText("The first line must name the columns, and one of them must be called “name”.");
  }
  return columns;
}

function readRow({ line, cells }: CsvRow, columns: readonly ImportColumn[], { mayFund }: Rules): ReadRow {
  const cellOf = (field: ImportField) => cells[columns.findIndex((column) => column.field === field)] ?? "";
  const typed = {
    name: cellOf("name"),
    email: cellOf("email"),
    externalId: cellOf("externalId"),
    currency: cellOf("currency"),
    amount: cellOf("amount"),
  };
  const wrong = (...issues: readonly ImportIssue[]) => ({ line, typed, member: null, issues });
  if (cells.slice(columns.length).some((cell) => cell !== "")) {
    return wrong({
      field: null,
      message: "Has more cells than there are columns. Put text with a separator in quotes.",
    });
  }
  const parsed = ImportedMember.safeParse({
    name: typed.name,
    email: typed.email || undefined,
    externalId: typed.externalId || undefined,
    currency: typed.currency.toUpperCase() || undefined,
    amount: typed.amount === "" ? undefined : readNumber(typed.amount),
  });
  const issues = parsed.success ? [] : issuesOf(parsed.error.issues);
  if (typed.amount !== "" && !mayFund) {
    const message = "Leave this empty: test money is for the sandbox. In live, the network’s operators add money.";
    return wrong(...issues.filter(({ field }) => field !== "amount"), { field: "amount", message });
  }
  if (!parsed.success) return wrong(...issues);
  const { name, email = null, externalId = null, currency, amount } = parsed.data;
  if (currency !== undefined && !isCurrency(currency)) {
    return wrong({ field: "currency", message: `${currency} isn’t a currency of this network.` });
  }
  const opening = amount === undefined ? null : readAmount(amount);
  if (currency !== undefined && opening !== null && toMinor(opening, currency) === null) {
    return wrong({ field: "amount", message: `Has more decimals than ${currency} allows.` });
  }
  const account = currency === undefined ? null : { currency, amount: opening };
  return { line, typed, member: { name, email, externalId, account }, issues: [] };
}

/** `12.50`, or `12,50` if the comma can't separate thousands. */
function readNumber(text: string): number {
  return /^\d{1,10}(\.\d{1,4}|,\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

function issuesOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): ImportIssue[] {
  return IMPORT_FIELDS.flatMap((field) => {
    const found = issues.find(({ path }) => path[0] === field);
    if (!found) return [];
    const isOwn = field !== "currency" || found.message.startsWith("Enter");
    return [{ field, message: isOwn ? found.message : "Enter three letters, like USD." }];
  });
}

function nameOf({ externalId, email }: ReadMember): string | null {
  if (externalId !== null) return `id ${externalId}`;
  return email === null ? null : `email ${email.toLowerCase()}`;
}

function withoutTwins(rows: readonly ReadRow[]): ReadRow[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const name = row.member && nameOf(row.member);
    if (name === null) return row;
    const earlier = lines.get(name);
    if (earlier === undefined) {
      lines.set(name, row.line);
      return row;
    }
    const field = row.member?.externalId == null ? "email" : "externalId";
    return { ...row, member: null, issues: [{ field, message: `Is on line ${earlier} already.` }] };
  });
}
