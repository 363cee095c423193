import { XMLParser, XMLValidator } from "fast-xml-parser";
import { yieldToRequests } from "@/server/domain/yield-between-batches";
import { type Currency, isCurrency } from "@/server/platform/money";
import { plainText, type ReadLine, type ReadStatement, readDay, readMinor, refuseFile } from "./read-statement";

/** A text without attributes, or the children by name; of several with one name, a list. */
type Xml = string | { readonly [name: string]: Xml | readonly Xml[] } | undefined;

/** ISO 20022 nests its messages 16 deep at most. */
const MAX_DEPTH = 32;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: MAX_DEPTH,
});

/** Of the document; the parser leaves it out with the prefixes. */
const NAMESPACE = /\bcamt\.053\.001\.(\d{2})\b/;

function at(xml: Xml, ...path: readonly string[]): Xml {
  let here: Xml = xml;
  for (const name of path) {
    const next: Xml | readonly Xml[] = typeof here === "object" ? here[name] : undefined;
    here = Array.isArray(next) ? (next[0] as Xml) : (next as Xml);
  }
  return here;
}

function all(xml: Xml, name: string): readonly Xml[] {
  const found = typeof xml === "object" ? xml[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found as Xml];
}

function text(xml: Xml, ...path: readonly string[]): string {
  const found = at(xml, ...path);
  if (typeof found === "string") return found.trim();
  const inner = typeof found === "object" ? found["#text"] : undefined;
  return typeof inner === "string" ? inner.trim() : "";
}

const firstOf = (...texts: readonly string[]) => texts.find((one) => one !== "") ?? "";

/**
 * camt.053.001.02 and 001.08, with whatever prefix; no file of another kind. Entries are read some at a time, so that payments of
 * the same process go on meanwhile. Throws `validation_error`.
 */
export async function readCamt053(xml: string): Promise<ReadStatement[]> {
  // Neither schema has them, and they are how a small file becomes a large one.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuseFile("The file declares a DOCTYPE, which no bank statement has.");
  const { frame, pieces } = cutOut("Ntry", { text: plain(xml), line: 1 });
  const document = parseXml(frame);
  const [, version = ""] = NAMESPACE.exec(xml.slice(0, 4_000)) ?? [];
  if (version !== "02" && version !== "08") {
    throw refuseFile("The file isn’t camt.053.001.02 or camt.053.001.08, which its namespace would say.");
  }
  const statements = all(at(document, "Document", "BkToCstmrStmt"), "Stmt");
  if (statements.length === 0) throw refuseFile("The file has no statement.");
  const read: ReadStatement[] = [];
  for (const statement of statements) read.push(await readStatement(statement, pieces));
  return read;
}

/** A part of the file, and the line that it begins on. */
interface Piece {
  readonly text: string;
  readonly line: number;
}

/** Without comments, and with the text that CDATA has: what looks like an element is one. What isn’t closed stays. */
function plain(xml: string): string {
  const [begins, kept] = [/<!--|<!\[CDATA\[/g, [] as string[]];
  let done = 0;
  for (let begun = begins.exec(xml); begun; begun = begins.exec(xml)) {
    const [begin, end] = [begun[0], begun[0] === "<!--" ? "-->" : "]]>"];
    const from = begun.index + begin.length;
    const until = xml.indexOf(end, from);
    if (until < 0) break;
    const inside = xml.slice(from, until);
    kept.push(xml.slice(done, begun.index));
    kept.push(
      begin === "<!--" ? "\n".repeat(countLines(inside)) : inside.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    );
    done = until + end.length;
    begins.lastIndex = done;
  }
  return kept.join("") + xml.slice(done);
}

/** The elements of this name, and the rest with the number of each in its place. None is within another. */
function cutOut(
  name: "Ntry" | "TxDtls",
  { text: whole, line }: Piece,
): { readonly frame: Piece; readonly pieces: Piece[] } {
  const [begins, ends] = [`<(?:[\\w.-]+:)?${name}(?=[\\s>])`, `</(?:[\\w.-]+:)?${name}\\s*>`].map(
    (one) => new RegExp(one, "g"),
  );
  const [pieces, frame]: [Piece[], string[]] = [[], []];
  let [done, lines] = [0, line];
  while (begins && ends) {
    begins.lastIndex = done;
    const begun = begins.exec(whole);
    ends.lastIndex = begun?.index ?? 0;
    if (!begun || !ends.exec(whole)) break;
    const [before, piece] = [whole.slice(done, begun.index), whole.slice(begun.index, ends.lastIndex)];
    lines += countLines(before);
    const inside = countLines(piece);
    frame.push(before, `<${name}>${pieces.length}</${name}>`, "\n".repeat(inside));
    pieces.push({ text: piece, line: lines });
    lines += inside;
    done = ends.lastIndex;
  }
  return { frame: { text: frame.join("") + whole.slice(done), line }, pieces };
}

function countLines(of: string): number {
  let count = 0;
  for (let at = of.indexOf("\n"); at >= 0; at = of.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Of one piece: a large file has many. */
const MAX_PIECE = 2 * 1024 * 1024;

function parseXml({ text: xml, line }: Piece): Xml {
  if (xml.replaceAll("\n", "").length > MAX_PIECE)
    throw refuseFile("The file has two megabytes in one piece, which no bank statement does.");
  const whole = XMLValidator.validate(xml);
  // For what isn't closed it lists every element.
  if (whole !== true) {
    const why = whole.err.msg.replace(/^Invalid '\[[\s\S]*$/, "elements aren’t closed.");
    throw refuseFile(`Line ${whole.err.line + line - 1} isn’t well-formed XML: ${why}`);
  }
  try {
    return parser.parse(xml) as Xml;
  } catch {
    throw refuseFile(`The file nests elements deeper than ${MAX_DEPTH}, or has one that no bank statement has.`);
  }
}

/** `pieces`: the entries of the file, which the statement has by their numbers. */
async function readStatement(statement: Xml, pieces: readonly Piece[]): Promise<ReadStatement> {
  const number = firstOf(text(statement, "Id"), text(statement, "ElctrncSeqNb"));
  const account = at(statement, "Acct");
  const balances = all(statement, "Bal");
  const code = firstOf(text(account, "Ccy"), text(balances[0], "Amt", "@Ccy"));
  if (!isCurrency(code)) throw refuseFile(`Statement ${number} is in ${code || "no currency"}, which isn’t supported.`);
  const [lines, rest]: [ReadLine[], () => unknown] = [[], yieldToRequests()];
  for (const [index, mark] of all(statement, "Ntry").entries()) {
    const piece = /^\d+$/.test(text(mark)) ? pieces[Number(text(mark))] : undefined;
    if (!piece) throw refuseFile("The file has an entry with nothing in it.");
    const cut = cutOut("TxDtls", piece);
    const parts: Xml[] = [];
    for (const part of cut.pieces) {
      parts.push(at(parseXml(part), "TxDtls"));
      await rest();
    }
    lines.push(...readEntry(at(parseXml(cut.frame), "Ntry"), parts, { row: index + 1, currency: code }));
    await rest();
  }
  const opening = balanceOf(balances, ["OPBD", "PRCD", "ITBD"], code);
  const closing = balanceOf(balances.toReversed(), ["CLBD", "ITBD"], code);
  const days = [...lines.map(({ bookedOn }) => bookedOn), ...(closing?.on ? [closing.on] : [])].sort();
  const [from, to] = ["FrDtTm", "ToDtTm"].map((name) => readDay(text(statement, "FrToDt", name)));
  const fromOn = from ?? days[0];
  const toOn = to ?? days.at(-1);
  if (!fromOn || !toOn) throw refuseFile(`Statement ${number} doesn’t say of which days it is.`);
  return {
    format: "camt_053",
    accountNumber: firstOf(text(account, "Id", "IBAN"), text(account, "Id", "Othr", "Id")),
    currency: code,
    number: plainText(number, 35),
    fromOn,
    toOn,
    lines,
    openingMinor: opening?.minor ?? null,
    closingMinor: closing?.minor ?? null,
  };
}

function balanceOf(balances: readonly Xml[], kinds: readonly string[], currency: Currency) {
  for (const kind of kinds) {
    const balance = balances.find((one) => text(one, "Tp", "CdOrPrtry", "Cd") === kind);
    if (balance === undefined) continue;
    const minor = readMinor(text(balance, "Amt"), currency);
    if (minor === null || text(balance, "Amt", "@Ccy") !== currency) {
      throw refuseFile(`Balance ${kind} isn’t an amount in ${currency}.`);
    }
    const on = readDay(firstOf(text(balance, "Dt", "Dt"), text(balance, "Dt", "DtTm")));
    return { minor: text(balance, "CdtDbtInd") === "DBIT" ? -minor : minor, on };
  }
  return null;
}

/**
 * None for an entry that isn't booked. Of several transactions booked as one sum, each; where their amounts don't come to it, one
 * line that names nobody, since its sum is no one transaction's.
 */
function readEntry(
  entry: Xml,
  parts: readonly Xml[],
  { row, currency }: { readonly row: number; readonly currency: Currency },
): ReadLine[] {
  const status = firstOf(text(entry, "Sts", "Cd"), text(entry, "Sts"));
  if (status !== "BOOK") return [];
  const bookedOn = readDay(firstOf(text(entry, "BookgDt", "Dt"), text(entry, "BookgDt", "DtTm")));
  if (bookedOn === null) throw refuseFile(`Entry ${row}: BookgDt isn’t a day.`);
  const valueOn = readDay(firstOf(text(entry, "ValDt", "Dt"), text(entry, "ValDt", "DtTm")));
  const total = amountOf(at(entry, "Amt"), row, currency);
  const isCredit = readIndicator(entry, row);
  const amounts = parts.map((part) => partAmountOf(part, row, currency));
  const isSplit =
    parts.length > 1 &&
    amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) === total &&
    !amounts.includes(null);
  const shared = { bookedOn, valueOn, servicer: text(entry, "AcctSvcrRef"), note: text(entry, "AddtlNtryInf") };
  const signed = (minor: bigint) => (isCredit ? minor : -minor);
  if (!isSplit) {
    const isWhole = parts.length <= 1;
    const note = isWhole ? shared.note : `${parts.length} transactions as one sum`;
    return [lineOf(isWhole ? parts[0] : undefined, { ...shared, note, amountMinor: signed(total), isCredit })];
  }
  return parts.map((part, index) =>
    lineOf(part, {
      ...shared,
      amountMinor: signed(amounts[index] ?? 0n),
      isCredit,
      servicer: firstOf(text(part, "Refs", "AcctSvcrRef"), shared.servicer && `${shared.servicer}/${index + 1}`),
    }),
  );
}

function readIndicator(entry: Xml, row: number): boolean {
  const indicator = text(entry, "CdtDbtInd");
  if (indicator !== "CRDT" && indicator !== "DBIT")
    throw refuseFile(`Entry ${row}: CdtDbtInd is neither CRDT nor DBIT.`);
  return indicator === "CRDT";
}

function amountOf(amount: Xml, row: number, currency: Currency): bigint {
  const minor = readMinor(text(amount), currency);
  if (minor === null || text(amount, "@Ccy") !== currency) {
    throw refuseFile(`Entry ${row}: Amt isn’t an amount in ${currency}.`);
  }
  return minor;
}

/** 001.08 has it in the transaction, 001.02 in its details. */
function partAmountOf(part: Xml, row: number, currency: Currency): bigint | null {
  const amount = at(part, "Amt") ?? at(part, "AmtDtls", "TxAmt", "Amt");
  return amount === undefined || text(amount, "@Ccy") !== currency ? null : amountOf(amount, row, currency);
}

interface OfEntry extends Pick<ReadLine, "bookedOn" | "valueOn" | "amountMinor"> {
  readonly servicer: string;
  readonly note: string;
  readonly isCredit: boolean;
}

function lineOf(part: Xml, { servicer, note, isCredit, ...line }: OfEntry): ReadLine {
  const other = isCredit ? "Dbtr" : "Cdtr";
  const parties = at(part, "RltdPties");
  const account = at(parties, `${other}Acct`, "Id");
  const remittance = at(part, "RmtInf");
  const written = [
    ...all(remittance, "Strd").map((one) => text(one, "CdtrRefInf", "Ref")),
    ...all(remittance, "Ustrd").map((one) => text(one)),
  ].filter((one) => one !== "");
  const endToEndId = text(part, "Refs", "EndToEndId");
  const returned = at(part, "RtrInf");
  return {
    ...line,
    bankReference: plainText(firstOf(text(part, "Refs", "AcctSvcrRef"), servicer), 64),
    counterpartyName: plainText(firstOf(text(parties, other, "Pty", "Nm"), text(parties, other, "Nm")), 140),
    counterpartyNumber: plainText(firstOf(text(account, "IBAN"), text(account, "Othr", "Id")), 42),
    text: plainText(written.join(" ") || firstOf(text(part, "AddtlTxInf"), note), 500) ?? "",
    endToEndId: endToEndId === "NOTPROVIDED" ? null : plainText(endToEndId, 64),
    returnReason: plainText(
      firstOf(text(returned, "Rsn", "Cd"), text(returned, "Rsn", "Prtry"), text(returned, "AddtlInf")),
      140,
    ),
  };
}
