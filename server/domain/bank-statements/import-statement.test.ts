import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import { reverseMemberFunding } from "@/server/domain/members";
import { now } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMemberPayout, setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { beginJobs, finishJobs } from "@/server/testing/long-jobs";
import { fundingReferenceOf, setBankAccount, setCsvMapping } from "../bank";
import { pageOf } from "../list";
import { networkPayoutList } from "../queries";
import { answerByLine, assignLine, importStatement, markLine, reopenLine } from ".";
import { bankStatements } from "./advance-statement";
import { eraseLines } from "./lines";

withTestDatabase();

const operatorOf = (() => {
  let known: ReturnType<typeof createTestOperator> | undefined;
  return () => {
    known ??= (async () => {
      const operator = await createTestOperator();
      await setTestBankAccount(operator);
      return operator;
    })();
    return known;
  };
})();

const upload = async (text: string) => importStatement(await operatorOf(), { text, bankAccountId: null }, null);
const euros = async () => createTestCard(await createTestTenant(), { fundsMinor: 0n, currency: "EUR" });
let numbers = 0;
/** A statement of its own number, so that no two of this file are one. */
const camt = (lines: Parameters<typeof camtOf>[0]["lines"]) => {
  numbers += 1;
  return camtOf({ number: `N${numbers}`, lines });
};

async function referenceOf({ accountId }: TestCard): Promise<string> {
  const { fundingNumber } = await getPrisma().account.findUniqueOrThrow({ where: { id: accountId } });
  return fundingReferenceOf(fundingNumber);
}

const linesOf = (statementId: string | undefined) =>
  getPrisma().bankLine.findMany({ where: { statementId: statementId ?? "" }, orderBy: { position: "asc" } });

test("lines with a reference fund their accounts, once, whatever is uploaded again; the others wait", async () => {
  const [ada, ben] = [await euros(), await euros()];
  const lines = [
    { amount: 25, text: `Top up ${await referenceOf(ada)}`, reference: "B-1" },
    { amount: 12.5, text: `${await referenceOf(ada)} ${await referenceOf(ben)}`, reference: "B-2" },
    { amount: 7, text: (await referenceOf(ben)).replace(/(.{4})/g, "$1 "), reference: "B-3" },
    { amount: 50, text: "Pocket money", reference: "B-4" },
    { amount: -9, text: await referenceOf(ben), reference: "B-5" },
    { amount: 3, text: "Twice the same" },
    { amount: 3, text: "Twice the same" },
  ];
  const text = camt(lines);
  const [first] = await upload(text);
  assert.deepEqual([first?.isNew, first?.lineCount, first?.newCount], [true, 7, 7]);
  await assertBalance(ada.accountId, { postedMinor: 0n, heldMinor: 0n });
  await finishJobs(bankStatements);
  for (let again = 0; again < 2; again += 1) {
    await assertBalance(ada.accountId, { postedMinor: 25_00n, heldMinor: 0n });
    await assertBalance(ben.accountId, { postedMinor: 7_00n, heldMinor: 0n });
    const states = (await linesOf(first?.id)).map(({ state }) => state);
    const waits = "unassigned";
    assert.deepEqual(states, ["funded", waits, "funded", waits, waits, waits, waits]);
    const [repeat] = await upload(text);
    assert.deepEqual([repeat?.id, repeat?.isNew], [first?.id, false]);
    // The same lines in another file, with one more.
    const [other] = await upload(camt([...lines, { amount: 1, text: `New ${again}`, reference: `B-6${again}` }]));
    assert.deepEqual([other?.isNew, other?.newCount], [true, 1]);
    await finishJobs(bankStatements);
  }
  const [line] = await linesOf(first?.id);
  const audited = await getPrisma().auditRecord.findFirstOrThrow({
    where: { action: "account.funded", subjectId: ada.accountId },
  });
  assert.equal((audited.details as { bankLineId?: string }).bankLineId, line?.id);
  const noted = await getPrisma().fundingReference.findUniqueOrThrow({ where: { postingId: line?.postingId ?? "" } });
  assert.equal(noted.reference, lines[0]?.text);
  await assertBooksBalance();
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ breaches }) => breaches.length > 0),
    [],
  );
});

test("uploaded by several at once a statement is one, and its lines are handled once by twins and repeats", async () => {
  const ada = await euros();
  const reference = await referenceOf(ada);
  const text = camt(
    Array.from({ length: 30 }, (_, index) => ({ amount: 1, text: reference, reference: `T-${index}` })),
  );
  const uploads = await Promise.all([1, 2, 3].map(() => upload(text)));
  assert.equal(new Set(uploads.flat().map(({ id }) => id)).size, 1);
  const [run] = await beginJobs(bankStatements);
  assert.ok(run);
  const step = () => bankStatements.step(run, { stepMs: 0, size: 7 });
  assert.equal((await step()).isMore, true);
  await assertBalance(ada.accountId, { postedMinor: 7_00n, heldMinor: 0n });
  await Promise.all([step(), step(), step()]);
  await queryTestDatabase("UPDATE bank_statements SET touched_at = NULL WHERE finished_at IS NULL");
  const [again] = await beginJobs(bankStatements);
  assert.ok(again && again.run === 2, "as after a crash");
  assert.equal((await step()).isMore, false, "a run that was replaced does nothing");
  while ((await bankStatements.step(again, { stepMs: 0, size: 7 })).isMore);
  await assertBalance(ada.accountId, { postedMinor: 30_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a line is assigned by hand once, and undone as its funding is taken back, while the account has it", async () => {
  const operator = await operatorOf();
  const [ada, ben] = [await euros(), await euros()];
  const [statement] = await upload(camt([{ amount: 40, text: "For Ada", reference: "H-1" }]));
  await finishJobs(bankStatements);
  const [line] = await linesOf(statement?.id);
  const id = line?.id ?? "";
  const assign = (card: TestCard) => assignLine(operator, { id, accountId: card.accountId }, null);
  const outcomes = await Promise.allSettled([assign(ben), assign(ben), assign(ben)]);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  await assertBalance(ben.accountId, { postedMinor: 40_00n, heldMinor: 0n });
  await assert.rejects(markLine(operator, { id, state: "other", note: "Fee" }), /funded already/);
  const [funded] = await linesOf(statement?.id);
  const undo = { fundingId: funded?.postingId ?? "", reference: null, confirmedAmount: readAmount(40) };
  await reverseMemberFunding(operator, undo, {
    scope: "t",
    key: "undo",
    meaning: "undo",
    spelled: null,
    answerTo: answered,
  });
  const [undone] = await linesOf(statement?.id);
  assert.deepEqual([undone?.state, undone?.postingId, undone?.accountId], ["unassigned", null, null]);
  await assign(ada);
  await assertBalance(ada.accountId, { postedMinor: 40_00n, heldMinor: 0n });
  await assertBalance(ben.accountId, { postedMinor: 0n, heldMinor: 0n });
  await assertBooksBalance();
});

const answered = () => ({ status: 200, body: "{}", kept: { body: "{}", isEncrypted: false }, namedId: null });

test("a line’s mark is taken back; a debit, or an account of another currency, funds nobody", async () => {
  const operator = await operatorOf();
  const [euro, dollar] = [await euros(), await createTestCard(await createTestTenant())];
  const lines = [
    { amount: 5, text: "Who?", reference: "M-1" },
    { amount: -2, text: "Fee", reference: "M-2" },
  ];
  const [statement] = await upload(camt(lines));
  await finishJobs(bankStatements);
  const [credit = "", debit = ""] = (await linesOf(statement?.id)).map(({ id }) => id);
  await assert.rejects(
    assignLine(operator, { id: credit, accountId: dollar.accountId }, null),
    /doesn’t name a record/,
  );
  await assert.rejects(assignLine(operator, { id: debit, accountId: euro.accountId }, null), /took money/);
  await markLine(operator, { id: debit, state: "other", note: "The bank’s fee" });
  await markLine(operator, { id: credit, state: "returned", note: "Nobody knows them" });
  await assert.rejects(assignLine(operator, { id: credit, accountId: euro.accountId }, null), /returned already/);
  await reopenLine(operator, { id: credit });
  await assignLine(operator, { id: credit, accountId: euro.accountId }, null);
  const kept = await linesOf(statement?.id);
  assert.deepEqual(
    kept.map(({ state, note }) => [state, note]),
    [
      ["funded", null],
      ["other", "The bank’s fee"],
    ],
  );
  const actions = await getPrisma().auditRecord.findMany({ where: { subjectId: credit }, orderBy: { number: "asc" } });
  assert.deepEqual(
    actions.map(({ action }) => action),
    ["bank_line.returned", "bank_line.reopened"],
  );
  await assertBalance(euro.accountId, { postedMinor: 5_00n, heldMinor: 0n });
});

test("a CSV file is read by the columns that were saved for its account", async () => {
  const operator = await operatorOf();
  const { id } = await setTestBankAccount(operator);
  const text = readFileSync(join("public", "samples", "statement.csv"), "utf8");
  const file = { text, bankAccountId: id };
  await assert.rejects(importStatement(operator, file, null), /Say first which columns/);
  const columns = { text: "Purpose", name: "Name", number: "IBAN", balance: "Balance" };
  await setCsvMapping(operator, {
    id,
    mapping: { bookedOn: "Day", amount: "Amount", days: "DMY", decimals: ",", columns },
  });
  const [statement] = await importStatement(operator, file, null);
  assert.deepEqual([statement?.isNew, statement?.newCount], [true, 4]);
  await assert.rejects(importStatement(operator, { text, bankAccountId: null }, null), /Choose the account/);
});

test("an equal line of the following statement waits for a person; another export adds nothing", async () => {
  const ada = await euros();
  const line = { amount: 50, text: await referenceOf(ada) };
  const day = "2026-10-07";
  const first = { number: "E1", day, opening: 1_000, lines: [line] };
  const second = { number: "E2", day, opening: 1_050, lines: [line, { amount: 1, text: "Other" }] };
  const news = async (of: Parameters<typeof camtOf>[0]) => {
    const [statement] = await upload(camtOf(of));
    await finishJobs(bankStatements);
    return statement?.newCount;
  };
  assert.deepEqual([await news(first), await news(second)], [1, 2]);
  await assertBalance(ada.accountId, { postedMinor: 50_00n, heldMinor: 0n });
  const [alike] = await getPrisma().bankLine.findMany({ where: { text: line.text, state: "unassigned" } });
  assert.match(alike?.note ?? "", /equal line/);
  await assignLine(await operatorOf(), { id: alike?.id ?? "", accountId: ada.accountId }, null);
  await assertBalance(ada.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  const exports = [
    { ...first, number: "E1 again" },
    { ...second, number: "E2 again" },
    { number: "E of the day", day, opening: 1_000, lines: [line, ...second.lines] },
    { number: "E to and fro", day, opening: 1_000, lines: [line, { amount: -50, text: "Back" }] },
  ];
  const added = [];
  for (const one of exports) added.push(await news(one));
  assert.deepEqual(added, [0, 0, 0, 1]);
  await assertBalance(ada.accountId, { postedMinor: 100_00n, heldMinor: 0n });
});

test("the same day in another format, or with other ids, funds nobody again: what is new of it does, and payouts are answered", async () => {
  const [ada, ben] = [await euros(), await euros()];
  const [one, two] = [await referenceOf(ada), await referenceOf(ben)];
  const day = "2026-09-07";
  const lines = [
    { amount: 41, text: one, reference: "X-1" },
    { amount: 2, text: "Who?", reference: "X-2" },
  ];
  const camt053 = camtOf({ number: "X1", day, opening: 7_000, lines });
  const mt940 = (...more: readonly string[]) =>
    [
      ":20:X",
      ":25:DE89370400440532013000",
      ":28C:1",
      ":60F:C260907EUR7000,",
      ":61:2609070907C41,NTRFNONREF",
      `:86:${one}`,
    ]
      .concat(more, "-")
      .join("\n");
  const news = async (text: string) => {
    const [statement] = await upload(text);
    await finishJobs(bankStatements);
    return linesOf(statement?.id);
  };
  await news(camt053);
  const others = [
    mt940(
      ":61:2609070907C2,NTRFNONREF",
      ":86:Who?",
      ":61:2609070907C5,NTRFNONREF",
      `:86:${two}`,
      ":62F:C260907EUR7048,",
    ),
    camt053.replaceAll("X-", "Y-").replace("X1", "Y1"),
  ];
  const states = [];
  for (const text of others)
    states.push((await news(text)).map(({ state, note }) => [state, note?.slice(0, 17) ?? null]));
  const [waits, funded] = [
    ["unassigned", "Another statement"],
    ["funded", null],
  ];
  assert.deepEqual(states, [
    [waits, waits, funded],
    [waits, waits],
  ]);
  await assertBalance(ada.accountId, { postedMinor: 41_00n, heldMinor: 0n });
  await assertBalance(ben.accountId, { postedMinor: 5_00n, heldMinor: 0n });
});

test("where the balance returns to where it was, the same day in another format funds nobody again, by whichever date", async () => {
  const ada = await euros();
  const text = await referenceOf(ada);
  const lines = [
    { amount: 50, text, reference: "S-1" },
    { amount: -50, text: "Sweep", reference: "S-2" },
  ];
  const valueOn = "<ValDt><Dt>2026-08-10</Dt></ValDt>";
  await upload(camtOf({ number: "S1", day: "2026-08-07", lines }).replaceAll("</BookgDt>", `</BookgDt>${valueOn}`));
  await finishJobs(bankStatements);
  // It says the day of the value alone, after a weekend.
  const mt940 = [
    ":20:S",
    ":25:DE89370400440532013000",
    ":28C:1",
    ":60F:C260807EUR0,",
    ":61:260810C50,NTRFNONREF",
    `:86:${text}`,
  ];
  const [statement] = await upload(
    [...mt940, ":61:260810D50,NTRFNONREF", ":86:Sweep", ":62F:C260807EUR0,", "-"].join("\n"),
  );
  await finishJobs(bankStatements);
  assert.deepEqual(
    (await linesOf(statement?.id)).map(({ state, note }) => [state, note?.slice(0, 17)]),
    [
      ["unassigned", "Another statement"],
      ["unassigned", "Another statement"],
    ],
  );
  await assertBalance(ada.accountId, { postedMinor: 50_00n, heldMinor: 0n });
});

test("a CSV file that is read again by other columns funds nobody again", async () => {
  const operator = await operatorOf();
  const { id } = await setTestBankAccount(operator);
  const ada = await euros();
  const text = `Day,Amount,Purpose,Name,Balance\n2026-07-07,20.00,${await referenceOf(ada)},Ada,20.00\n`;
  for (const columns of [
    { text: "Purpose" },
    { text: "Purpose", name: "Name" },
    { text: "Purpose", balance: "Balance" },
  ]) {
    await setCsvMapping(operator, {
      id,
      mapping: { bookedOn: "Day", amount: "Amount", days: "YMD", decimals: ".", columns },
    });
    const [statement] = await importStatement(operator, { text, bankAccountId: id }, null);
    await finishJobs(bankStatements);
    assert.equal(statement?.isNew, true);
    await assertBalance(ada.accountId, { postedMinor: 20_00n, heldMinor: 0n });
  }
});

test("an account that is set again before it works keeps its statements: none counts twice", async () => {
  const operator = await createTestOperator("live");
  await setTestBankAccount(operator, "GBP");
  const ada = await createTestCard(await createTestTenant({ environment: "live" }), {
    fundsMinor: 0n,
    currency: "GBP",
  });
  const waiting = {
    currency: "GBP",
    country: "GB",
    accountNumber: "GB29NWBK60161331926819",
    bankCode: "NWBKGB2L",
    bankName: "National",
  };
  const text = camtOf({
    number: "G1",
    currency: "GBP",
    lines: [{ amount: 9, text: await referenceOf(ada), reference: "G-1" }],
  }).replace("DE89370400440532013000", waiting.accountNumber);
  const news = [];
  for (const [index, holder] of ["Closed Lop", "Closed Loop"].entries()) {
    const at = new Date(operator.now.getTime() + index * 1_000);
    await setBankAccount({ ...operator, now: at }, { ...waiting, holder }, null);
    const [statement] = await importStatement(operator, { text, bankAccountId: null }, null);
    await finishJobs(bankStatements);
    news.push(statement?.isNew);
  }
  assert.deepEqual(news, [true, false]);
  await assertBalance(ada.accountId, { postedMinor: 9_00n, heldMinor: 0n });
});

test("a line that an operator handles while its batch waits for it ends nothing: the lines behind it are handled too", async () => {
  const ada = await euros();
  const reference = await referenceOf(ada);
  const lines = Array.from({ length: 4 }, (_, index) => ({ amount: 1, text: reference, reference: `W-${index}` }));
  const [statement] = await upload(camt(lines));
  const [, second] = await linesOf(statement?.id);
  const [run] = await beginJobs(bankStatements);
  assert.ok(run && second);
  const text = "UPDATE bank_lines SET state = 'other', handled_at = now() WHERE id = $1";
  await whileUncommitted({ text, values: [second.id] }, () => bankStatements.step(run, { stepMs: 0, size: 2 }));
  while ((await bankStatements.step(run, { stepMs: 0, size: 2 })).isMore);
  const states = (await linesOf(statement?.id)).map(({ state }) => state);
  assert.deepEqual(states, ["funded", "other", "funded", "funded"]);
  await assertBalance(ada.accountId, { postedMinor: 3_00n, heldMinor: 0n });
});

const backwards = camtOf({ lines: [] }).replace(
  "<Acct>",
  "<FrToDt><FrDtTm>2026-11-28T00:00:00</FrDtTm><ToDtTm>2026-11-27T00:00:00</ToDtTm></FrToDt><Acct>",
);

for (const [what, text, message] of [
  [
    "with one balance alone",
    camtOf({ lines: [{ amount: 5 }] }).replace(/<Bal><Tp><CdOrPrtry><Cd>CLBD[\s\S]*?<\/Bal>/, ""),
    /has no closing balance/,
  ],
  [
    "of an account that isn’t the network’s",
    camtOf({ lines: [] }).replaceAll("DE8937", "DE8938"),
    /isn’t one of the network’s/,
  ],
  [
    "in a currency without an account",
    camtOf({ currency: "CHF", lines: [] }),
    /in CHF, which isn’t one of the network’s/,
  ],
  ["of a year to come", camtOf({ day: "9999-12-31", lines: [] }), /Statement 1 is of 9999-12-31, which can’t be right/],
  ["of long ago", camtOf({ day: "0001-01-01", lines: [] }), /Statement 1 is of 0001-01-01, which can’t be right/],
  ["that ends before it begins", backwards, /Statement 1 begins on 2026-11-28, and ends before that/],
  ["that doesn’t add up", camtOf({ lines: [{ amount: 5 }] }).replace(">5.00<", ">6.00<"), /doesn’t add up/],
  ["of MT940 with more than 5 MB", `:20:X\n${"x".repeat(5 * 1024 * 1024)}`, /can have 5 MB\. Split it by days/],
  ["without anything", " \n", /The file is empty/],
] as const) {
  test(`a file ${what} is refused and writes nothing`, async () => {
    await operatorOf();
    const tables = ["bank_statements", "bank_lines", "audit_records"];
    const before = await Promise.all(tables.map((table) => countRows(table)));
    await assert.rejects(upload(text), message);
    assert.deepEqual(await Promise.all(tables.map((table) => countRows(table))), before);
  });
}

test("of two statements in one file, one that is refused keeps both out", async () => {
  const good = camt([{ amount: 1, text: "Good", reference: "G-1" }]);
  const bad = /<Stmt>[\s\S]*<\/Stmt>/
    .exec(good)?.[0]
    .replace('<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00', '<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">2.00');
  const before = await countRows("bank_statements");
  await assert.rejects(upload(good.replace("</Stmt>", `</Stmt>${bad}`)), /doesn’t add up/);
  assert.equal(await countRows("bank_statements"), before);
});

test("a line that names a payout sets it paid or returned; one of another amount waits", async () => {
  const tenant = await createTestTenant();
  await setTestTerms(tenant, { currency: "EUR" });
  const { accountId, memberId } = await createTestCard(tenant, { fundsMinor: 100_00n, currency: "EUR" });
  const [paid, back, other] = [
    await createTestMemberPayout(tenant, accountId, 10),
    await createTestMemberPayout(tenant, accountId, 20),
    await createTestMemberPayout(tenant, accountId, 30),
  ];
  await getPrisma().payout.updateMany({
    where: { id: { in: [paid.memberPayoutId, back.memberPayoutId] } },
    data: { state: "sent", sentAt: now() },
  });
  const file = camt([
    { amount: -10, text: `NOTPROVIDED ${paid.endToEndId}`, reference: "P-1" },
    { amount: -20, text: back.endToEndId, reference: "P-2" },
    { amount: 20, text: `RETURN ${back.endToEndId.toLowerCase()}`, reference: "P-3" },
    { amount: -31, text: other.endToEndId, reference: "P-4" },
  ]);
  for (let again = 0; again < 2; again += 1) {
    await upload(file);
    await finishJobs(bankStatements);
  }
  const states = await Promise.all(
    [paid, back, other].map(
      async ({ memberPayoutId: id }) => (await getPrisma().payout.findUniqueOrThrow({ where: { id } })).state,
    ),
  );
  assert.deepEqual(states, ["paid", "returned", "pending"]);
  await assertBalance(accountId, { postedMinor: 60_00n, heldMinor: 0n });
  const [statement] = await upload(file);
  assert.deepEqual(
    (await linesOf(statement?.id)).map(({ state, note }) => [state, note]),
    [
      ["payout", null],
      ["payout", null],
      ["payout", null],
      ["unassigned", "The payout has another amount."],
    ],
  );
  await assertBooksBalance();
  await runInTransaction((db) => eraseLines(db, [memberId]));
  const erased = (await linesOf(statement?.id)).map(({ counterpartyName, text }) => `${counterpartyName} ${text}`);
  assert.deepEqual(new Set(erased), new Set(["null "]));
});

test("an operator answers a payout by a line without its id: of its amount, once, and nobody else’s", async () => {
  const operator = await operatorOf();
  const tenant = await createTestTenant();
  await setTestTerms(tenant, { currency: "EUR" });
  const { accountId, memberId } = await createTestCard(tenant, { fundsMinor: 100_00n, currency: "EUR" });
  const { memberPayoutId: payoutId } = await createTestMemberPayout(tenant, accountId, 10.07);
  await getPrisma().payout.update({ where: { id: payoutId }, data: { state: "sent", sentAt: now() } });
  const [statement] = await upload(
    camt([
      { amount: -10.07, text: "COLLECTIVE TRANSFER", reference: "H-1" },
      { amount: 10.07, text: "UNKNOWN ACCOUNT", reference: "H-2" },
      { amount: -10.08, text: "COLLECTIVE TRANSFER", reference: "H-3" },
    ]),
  );
  await finishJobs(bankStatements);
  const [left, back, other] = await linesOf(statement?.id);
  assert.ok(left && back && other);
  const candidates = async (line: string) => {
    const list = networkPayoutList({ ...operator, now: now() }, { state: null, file: null, line });
    return (await pageOf(list, { limit: 50, startingAfter: null, endingBefore: null })).items.map(({ id }) => id);
  };
  assert.deepEqual([await candidates(left.id), await candidates(other.id)], [[payoutId], []]);
  const answer = (id: string) => answerByLine(operator, { id, payoutId }, null);
  await assert.rejects(answer(other.id), /has another amount/);
  const live = { ...operator, environment: "live" } as const;
  await assert.rejects(answerByLine(live, { id: left.id, payoutId }, null), /No such line/);
  assert.deepEqual(await answer(left.id), { payoutId, state: "paid" });
  await assert.rejects(answer(left.id), /payout already/);
  await assertBalance(accountId, { postedMinor: 89_93n, heldMinor: 0n });
  assert.deepEqual(await candidates(back.id), [payoutId]);
  assert.deepEqual(await answer(back.id), { payoutId, state: "returned" });
  await assertBalance(accountId, { postedMinor: 100_00n, heldMinor: 0n });
  assert.deepEqual(
    (await linesOf(statement?.id)).map(({ state }) => state),
    ["payout", "payout", "unassigned"],
  );
  await assertBooksBalance();
  await runInTransaction((db) => eraseLines(db, [memberId]));
  assert.deepEqual(
    (await linesOf(statement?.id)).map(({ text }) => text),
    ["", "", "COLLECTIVE TRANSFER"],
  );
});
