import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CsvMapping } from "@/server/contracts/portal/network/csv-mapping";
import { DomainError } from "@/server/domain/errors";
import { readCamt053 } from "./read-camt053";
import { readCsvStatement } from "./read-csv-statement";
import { readMt940 } from "./read-mt940";
import { type ReadStatement, requireSum } from "./read-statement";

const sample = (name: string) => readFileSync(join("public", "samples", name), "utf8");
const CAMT = sample("statement.camt.053.001.08.xml");
const MT940 = sample("statement.mt940");
const CSV = sample("statement.csv");
const MAPPING: CsvMapping = {
  bookedOn: "Day",
  amount: "Amount",
  days: "DMY",
  decimals: ",",
  columns: { valueOn: "Value day", name: "Name", number: "IBAN", text: "Purpose", balance: "Balance" },
};

const ADDS_UP = (statement: ReadStatement) => requireSum(statement, String);

for (const version of ["02", "08"]) {
  test(`camt.053.001.${version}: payer, text, and ids; a batch as its parts; a return’s reason`, async () => {
    const [statement, ...others] = await readCamt053(sample(`statement.camt.053.001.${version}.xml`));
    assert.ok(statement && others.length === 0);
    const { lines, ...head } = statement;
    assert.deepEqual(head, {
      format: "camt_053",
      accountNumber: "DE89370400440532013000",
      currency: "EUR",
      number: `2026-${version}-231`,
      fromOn: "2026-11-27",
      toOn: "2026-11-27",
      openingMinor: 1_000_00n,
      closingMinor: 1_168_50n,
    });
    assert.deepEqual(
      lines.map(({ amountMinor, text, endToEndId, returnReason }) => [amountMinor, text, endToEndId, returnReason]),
      [
        [25_00n, "Top up RF59 1000 0001", null, null],
        [100_00n, "RF3210000002", null, null],
        [12_50n, "RF0510000003 lunch in November", null, null],
        [50_00n, "Pocket money for Ada", null, null],
        [-40_00n, "Payout of 2026-11-26", "PAYOUT-1", null],
        [21_00n, "Payout of 2026-11-25", "PAYOUT-2", "AC04"],
      ],
    );
    const [first, second] = lines;
    assert.deepEqual(
      [first?.counterpartyName, first?.counterpartyNumber, first?.bankReference, second?.bankReference],
      ["Ada Park & Sons", "FR7630006000011234567890189", "2026112700001", "2026112700002/1"],
    );
    ADDS_UP(statement);
  });
}

test("camt.053: a comment hides an entry, and CDATA is text, whatever it looks like", async () => {
  const [entry = ""] = /<Ntry>[\s\S]*?<\/Ntry>/.exec(CAMT) ?? [];
  const [statement] = await readCamt053(
    CAMT.replace("<Ntry>", `<!--${entry}--><Ntry>`).replace("Pocket money for Ada", "<![CDATA[For </Ntry> & <Ntry>]]>"),
  );
  assert.ok(statement);
  ADDS_UP(statement);
  assert.deepEqual([statement.lines.length, statement.lines[3]?.text], [6, "For </Ntry> & <Ntry>"]);
});

for (const begin of ["<", "<a>", "<!--", "<![CDATA[", "<Ntry>", "<Ntry><TxDtls>", "<TxDtls", "<ns:"]) {
  test(`4 MB of ${begin} are refused at once`, async () => {
    const xml = CAMT.replace("<Ntry>", begin.repeat(Math.ceil((4 * 1024 * 1024) / begin.length)));
    const began = process.cpuUsage();
    await refused(() => readCamt053(xml), /megabytes in one piece|isn’t well-formed/);
    assert.ok(process.cpuUsage(began).user < 2_000_000, "not a time that grows with its square");
  });
}

test("a large camt.053 is read while others have their turn", async () => {
  const entry = (index: number) => `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-27</Dt></BookgDt><AcctSvcrRef>${index}</AcctSvcrRef></Ntry>`;
  const [head = "", tail = ""] = CAMT.split(/<Ntry>[\s\S]*<\/Ntry>/);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const [statement] = await readCamt053(
    head + Array.from({ length: 5_000 }, (_, index) => entry(index)).join("") + tail,
  );
  clearInterval(others);
  assert.equal(statement?.lines.length, 5_000);
  assert.ok(turns > 3, `${turns} turns`);
});

test("camt.053: transactions that don’t come to their entry’s sum are one line, which names none of them", async () => {
  const [statement] = await readCamt053(
    CAMT.replaceAll(/(<TxDtls>.*?)<Amt Ccy="EUR">100\.00<\/Amt>/gs, "$1").replaceAll(
      /(<TxDtls>(?:(?!<\/TxDtls>).)*?)<Amt Ccy="EUR">12\.50<\/Amt>/gs,
      "$1",
    ),
  );
  assert.ok(statement);
  ADDS_UP(statement);
  const { text, counterpartyName, counterpartyNumber, endToEndId } = statement.lines[1] ?? {};
  assert.equal(statement.lines[1]?.amountMinor, 112_50n);
  assert.deepEqual(
    [text, counterpartyName, counterpartyNumber, endToEndId],
    ["2 transactions as one sum", null, null, null],
  );
});

test("MT940: signs, days, and structured details, cut anywhere", () => {
  const [statement] = readMt940(MT940);
  assert.ok(statement);
  const { lines, ...head } = statement;
  assert.deepEqual(head, {
    format: "mt940",
    accountNumber: "37040044/532013000",
    currency: "EUR",
    number: "231/1",
    fromOn: "2026-11-27",
    toOn: "2026-11-27",
    openingMinor: 1_000_00n,
    closingMinor: 1_106_00n,
  });
  assert.deepEqual(
    lines.map((line) => [line.amountMinor, line.text, line.counterpartyName, line.endToEndId, line.returnReason]),
    [
      [25_00n, "Top up RF59 1000 0001", "Ada Park & Sons", null, null],
      [100_00n, "RF3210000002 savings", "Grace Kim", null, null],
      [-40_00n, "Payout of 2026-11-26", "Canteen Ltd", "PAYOUT-1", null],
      [21_00n, "RETURN AC04 Payout of 2026-11-25", "Corner Shop", "PAYOUT-2", "AC04"],
    ],
  );
  assert.equal(lines[1]?.counterpartyNumber, "NL91ABNA0417164300");
  ADDS_UP(statement);
});

const mt940 = (...lines: readonly string[]) =>
  [":20:X", ":25:DE89370400440532013000", ":28C:1", ":60F:C261231KWD1,000", ...lines, ":62F:C261231KWD1,001", "-"].join(
    "\r\n",
  );

test("MT940: three decimals, a reversal, a day of the year before, and fields with names", () => {
  const [statement] = readMt940(
    mt940(
      ":61:2701011231RD2,345NTRFNONREF//B1",
      ":86:/EREF/E-1/NAME/Ada Park/REMI/RF59 1000",
      "0001/IBAN/NL91ABNA0417164300",
      ":61:2612311231D2,344NTRFE-2",
    ),
  );
  assert.ok(statement);
  assert.deepEqual(
    statement.lines.map(({ amountMinor, bookedOn, valueOn, endToEndId }) => [
      amountMinor,
      bookedOn,
      valueOn,
      endToEndId,
    ]),
    [
      [2_345n, "2026-12-31", "2027-01-01", "E-1"],
      [-2_344n, "2026-12-31", "2026-12-31", "E-2"],
    ],
  );
  assert.equal(statement.lines[0]?.counterpartyName, "Ada Park");
  ADDS_UP(statement);
});

test("CSV by its columns, the newest line first: in the order of time, with balances", () => {
  const statement = readCsvStatement(CSV, MAPPING, "EUR");
  assert.deepEqual(
    statement.lines.map(({ bookedOn, amountMinor, text }) => [bookedOn, amountMinor, text]),
    [
      ["2026-11-26", 25_00n, "Top up RF59 1000 0001"],
      ["2026-11-27", 100_00n, "RF3210000002; savings"],
      ["2026-11-27", 12_50n, "RF0510000003 lunch in November"],
      ["2026-11-27", -40_00n, "Payout of 2026-11-26"],
    ],
  );
  assert.deepEqual([statement.openingMinor, statement.closingMinor], [1_000_00n, 1_097_50n]);
  ADDS_UP(statement);
});

test("CSV with debits in a column of their own, American days, and no balance", () => {
  const text = 'Date,Paid in,Paid out,Details\n11/27/2026,"1,250.00",,RF5910000001\n11/27/2026,,3.5,Fee\n';
  const mapping: CsvMapping = {
    bookedOn: "Date",
    amount: "Paid in",
    days: "MDY",
    decimals: ".",
    columns: { debit: "Paid out", text: "Details" },
  };
  const statement = readCsvStatement(text, mapping, "USD");
  assert.deepEqual(
    statement.lines.map(({ amountMinor }) => amountMinor),
    [1_250_00n, -3_50n],
  );
  assert.deepEqual([statement.openingMinor, statement.closingMinor], [null, null]);
});

test("CSV with a zero in the other of its two columns", async () => {
  const mapping: CsvMapping = { bookedOn: "Date", amount: "In", days: "YMD", decimals: ".", columns: { debit: "Out" } };
  const read = (text: string) => readCsvStatement(`Date,In,Out\n${text}`, mapping, "USD");
  assert.deepEqual(
    read("2026-11-27,0.00,3.50\n2026-11-27,20.00,0.00\n").lines.map(({ amountMinor }) => amountMinor),
    [-3_50n, 20_00n],
  );
  await refused(() => read("2026-11-27,20.00,3.50\n"), /Line 2: both “In” and “Out” have an amount/);
  await refused(() => read("2026-11-27,,\n"), /Line 2: “” in “In” isn’t an amount in USD/);
});

for (const [decimals, written, minor] of [
  [",", "1.234.567,89", 1_234_567_89n],
  [".", "12,34,567.89", 12_34_567_89n],
  [".", "1'234.5-", -1_234_50n],
  [",", "+1 234,5", 1_234_50n],
  [",", "12.50", null],
  [".", "12,50", null],
  [",", "1.23.456,00", 1_23_456_00n],
  [",", "1.2345,00", null],
] as const) {
  test(`${written} with the decimal sign ${decimals} is ${minor ?? "refused, not a hundred times as much"}`, async () => {
    const mapping: CsvMapping = { bookedOn: "Date", amount: "Amount", days: "YMD", decimals, columns: {} };
    const read = () => readCsvStatement(`Date;Amount\n2026-11-27;${written}\n`, mapping, "EUR");
    if (minor === null) await refused(read, /Line 2: “.*” in “Amount” isn’t an amount in EUR/);
    else assert.equal(read().lines[0]?.amountMinor, minor);
  });
}

type Read = readonly ReadStatement[] | ReadStatement;

const refused = (read: () => Read | Promise<Read>, message: RegExp) =>
  assert.rejects(
    async () => [await read()].flat().forEach(ADDS_UP),
    (error) => error instanceof DomainError && error.code === "validation_error" && message.test(error.message),
  );

const withHead = (head: string) => CAMT.replace("?>", `?>${head}`);
const LAUGHS = `<!DOCTYPE a [<!ENTITY a "${"ha".repeat(1_000)}"><!ENTITY b "${"&a;".repeat(1_000)}">]>`;

for (const [what, xml, message] of [
  ["with entities", withHead(LAUGHS), /declares a DOCTYPE/],
  ["that reads a file", withHead('<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), /declares a DOCTYPE/],
  ["nested too deep", CAMT.replace("<Ntry>", `<Ntry>${"<a>".repeat(40)}${"</a>".repeat(40)}`), /deeper than 32/],
  [
    "that ends between elements",
    CAMT.replace(/<\/Stmt>[\s\S]*$/, ""),
    /isn’t well-formed XML: elements aren’t closed\.$/,
  ],
  ["cut short", CAMT.slice(0, 3_000), /isn’t well-formed XML/],
  ["of another kind", CAMT.replace("camt.053.001.08", "camt.052.001.08"), /isn’t camt\.053\.001\.02/],
  ["that is no XML", "Day;Amount", /isn’t well-formed XML|isn’t camt/],
  ["with a wrong sum", CAMT.replace(">25.00<", ">25.01<"), /doesn’t add up/],
  ["with half a cent", CAMT.replace(">25.00<", ">25.005<"), /Entry 1: Amt isn’t an amount in EUR/],
  ["in two currencies", CAMT.replace('Ccy="EUR">25', 'Ccy="USD">25'), /Entry 1: Amt isn’t an amount in EUR/],
  ["with a day that isn’t one", CAMT.replace("<BookgDt><Dt>2026-11-27", "<BookgDt><Dt>2026-02-30"), /Entry 1: BookgDt/],
] as const) {
  test(`camt.053 ${what} is refused with a sentence`, () => refused(() => readCamt053(xml), message));
}

for (const [what, text, message] of [
  ["without a message", "Hello", /begins with :20:/],
  ["without a closing balance", MT940.replace(":62F:", ":64:"), /no opening balance .* or no closing one/],
  ["with a line that isn’t one", MT940.replace(":61:2611271127C25,00", ":61:hello"), /Line 5: :61: isn’t a line/],
  ["with a wrong sum", MT940.replace("C25,00", "C25,01"), /Statement 231\/1 doesn’t add up/],
  ["with a day that isn’t one", MT940.replace(":61:261127", ":61:261340"), /Line 5/],
] as const) {
  test(`MT940 ${what} is refused with a sentence`, () => refused(() => readMt940(text), message));
}

for (const [what, text, message] of [
  ["without its columns", CSV.replace("Amount", "Sum"), /No line names the columns “Day” and “Amount”/],
  ["without a saved column", CSV.replace("Purpose", "Why"), /There is no column “Purpose”/],
  [
    "with a value day that isn’t one",
    CSV.replace("27.11.2026;27.11.2026", "27.11.2026;soon"),
    /Line 3: “soon” in “Value day”/,
  ],
  ["with a day in another order", CSV.replace("27.11.2026;27", "2026-11-27;27"), /Line 3: “2026-11-27” in “Day”/],
  [
    "with an amount that isn’t one",
    CSV.replace("-40,00", "forty"),
    /Line 3: “forty” in “Amount” isn’t an amount in EUR/,
  ],
  ["with a balance that doesn’t follow", CSV.replace("100,00;", "101,00;"), /Line 5: the balance doesn’t follow/],
  ["with an open quotation mark", `${CSV}"`, /quotation mark on line 7/],
] as const) {
  test(`CSV ${what} is refused with row and column`, () =>
    refused(() => readCsvStatement(text, MAPPING, "EUR"), message));
}
