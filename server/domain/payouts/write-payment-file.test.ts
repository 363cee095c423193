import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isForSepa, type PaymentOrder, writePain001, writePaymentCsv } from "./write-payment-file";

const PAYER = {
  holder: "Closed Loop Network GmbH",
  country: "DE",
  accountNumber: "DE89370400440532013000",
  bankCode: "COBADEFFXXX",
};

const ORDER: PaymentOrder = {
  id: "3Fq8rVKw2Mn7Rt4Hd",
  currency: "EUR",
  createdAt: new Date("2026-11-23T08:00:00.123Z"),
  executesOn: new Date("2026-11-24T00:00:00Z"),
  sumMinor: 123_456n,
  payer: PAYER,
  transfers: [
    {
      endToEndId: "P0F3E8C1B6A944D7EA1C27B3D5E9F0A42",
      amountMinor: 123_400n,
      text: "Settlement 2026-11-21",
      holder: "Café <Zürich> & Søns’, S.à r.l.",
      country: "FR",
      accountNumber: "FR1420041010050500013M02606",
      bankCode: null,
    },
    {
      endToEndId: "P1A2B3C4D5E6F708192A3B4C5D6E7F809",
      amountMinor: 56n,
      text: "//Your balance of Sandbox Coffee Co",
      holder: "株式会社",
      country: "NL",
      accountNumber: "NL91 ABNA 0417 1643 00",
      bankCode: "ABNANL2A",
    },
  ],
};

const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, "g"))].map(([, text]) => text);

test("a pain.001 has its sums twice, each transfer once, and only letters that every bank takes", () => {
  const xml = writePain001(ORDER);
  assert.deepEqual(textsOf(xml, "MsgId"), [ORDER.id]);
  assert.deepEqual(textsOf(xml, "NbOfTxs"), ["2", "2"]);
  assert.deepEqual(textsOf(xml, "CtrlSum"), ["1234.56", "1234.56"]);
  assert.deepEqual(textsOf(xml, "InstdAmt"), ["1234.00", "0.56"]);
  assert.deepEqual(
    textsOf(xml, "EndToEndId"),
    ORDER.transfers.map(({ endToEndId }) => endToEndId),
  );
  assert.deepEqual(textsOf(xml, "IBAN"), [PAYER.accountNumber, "FR1420041010050500013M02606", "NL91ABNA0417164300"]);
  assert.deepEqual(textsOf(xml, "BICFI"), ["COBADEFFXXX", "ABNANL2A"]);
  const [initiator, debtor, ...creditors] = textsOf(xml, "Nm");
  assert.deepEqual([initiator, debtor], [PAYER.holder, PAYER.holder]);
  assert.deepEqual(creditors, ["Cafe .Zurich. + Sons', S.a r.l.", "ZhuShiHuiShe"]);
  assert.deepEqual(textsOf(xml, "Ustrd"), ["Settlement 2026-11-21", "Your balance of Sandbox Coffee Co"]);
  assert.deepEqual([...textsOf(xml, "BtchBookg"), ...textsOf(xml, "Dt")], ["false", "2026-11-24"]);
  const domestic = writePain001({ ...ORDER, payer: { ...PAYER, bankCode: null } });
  assert.deepEqual(
    textsOf(domestic, "Id").filter((text) => text !== ""),
    ["NOTPROVIDED"],
  );
});

for (const [name, written] of [
  ["Łukasz Wałęsa", "Lukasz Walesa"],
  ["Đorđe Đoković & Æsa Þórsdóttir", "Dorde Dokovic + Aesa Thorsdottir"],
  ["Straße IŞIK Yıldız", "Strasse ISIK Yildiz"],
  ["Γιώργος Χατζής", "Giorgos Chatzis"],
  ["Юлия Щерева-Йорданова", "Yuliya Shchereva-Yordanova"],
  ["😀 Joe", ". Joe"],
] as const) {
  test(`${name} is a payee as ${written}`, () => {
    const [transfer] = ORDER.transfers;
    assert.ok(transfer);
    const xml = writePain001({ ...ORDER, transfers: [{ ...transfer, holder: name }] });
    assert.equal(textsOf(xml, "Nm").at(-1), written);
  });
}

test("SEPA carries euro to IBANs", () => {
  assert.equal(isForSepa(PAYER, "EUR"), true);
  assert.equal(isForSepa(PAYER, "USD"), false);
  assert.equal(isForSepa({ accountNumber: "DE89370400440532013001" }, "EUR"), false);
  assert.equal(isForSepa({ accountNumber: "000123456789" }, "EUR"), false);
});

test("a CSV has a line for each transfer, and quotes what needs it", () => {
  const [transfer] = ORDER.transfers;
  assert.ok(transfer);
  const payee = { holder: 'Jones "Jo", Ltd', country: "US", accountNumber: "000123456789", bankCode: "021000021" };
  const csv = writePaymentCsv({ ...ORDER, currency: "USD", transfers: [{ ...transfer, ...payee }] });
  const [head, line, end] = csv.split("\r\n");
  assert.equal(
    head,
    "message_id,end_to_end_id,execution_day,amount,currency,holder,country,account_number,bank_code,text",
  );
  assert.equal(
    line,
    `${ORDER.id},${transfer.endToEndId},2026-11-24,1234.00,USD,"Jones ""Jo"", Ltd",US,000123456789,021000021,Settlement 2026-11-21`,
  );
  assert.equal(end, "");
});

const SCHEMAS = process.env.ISO20022_SCHEMAS;
const CHECKER = spawnSync("xmllint", ["--version"]).status === 0;
const missing =
  SCHEMAS === undefined ? "ISO20022_SCHEMAS names no folder" : CHECKER ? false : "xmllint is not installed";

test("a pain.001 is valid by the published schema", { skip: missing }, () => {
  const folder = mkdtempSync(join(tmpdir(), "pain-001-"));
  try {
    for (const payer of [PAYER, { ...PAYER, bankCode: null }]) {
      const file = join(folder, "file.xml");
      writeFileSync(file, writePain001({ ...ORDER, payer }));
      const schema = join(SCHEMAS ?? "", "pain.001.001.09.xsd");
      const { status, stderr } = spawnSync("xmllint", ["--noout", "--schema", schema, file], { encoding: "utf8" });
      assert.equal(status, 0, stderr);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
