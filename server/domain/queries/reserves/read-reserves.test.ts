import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDay } from "@/server/contracts/calendar-days";
import { getPrisma } from "@/server/db/prisma";
import { fundingReferenceOf, setCsvMapping } from "@/server/domain/bank";
import { assignLine, bankStatements, importStatement, markLine } from "@/server/domain/bank-statements";
import { now } from "@/server/platform/clock";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMemberPayout, setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { finishJobs } from "@/server/testing/long-jobs";
import { listBankStatements } from "../bank/bank-statements";
import { readReserves } from "./read-reserves";

withTestDatabase();

test("money owed and money at the bank agree at each midnight, every difference named", async () => {
  const clock = withFakeClock("2026-11-28T10:00:00.000Z");
  const operator = await createTestOperator();
  await setTestBankAccount(operator);
  const tenant = await createTestTenant();
  await setTestTerms(tenant, { currency: "EUR" });
  const [named, byHand] = [
    await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" }),
    await createTestCard(tenant, { fundsMinor: 4_00n, currency: "EUR" }),
  ];
  const { fundingNumber } = await getPrisma().account.findUniqueOrThrow({ where: { id: named.accountId } });
  const upload = async (number: string, day: string, opening: number, lines: Parameters<typeof camtOf>[0]["lines"]) => {
    const text = camtOf({ number, day, opening, lines });
    const [statement] = await importStatement({ ...operator, now: now() }, { text, bankAccountId: null }, null);
    await finishJobs(bankStatements);
    return getPrisma().bankLine.findMany({ where: { statementId: statement?.id ?? "" }, orderBy: { position: "asc" } });
  };
  const [, unknown, fee, wrong] = await upload("1", "2026-11-27", 100, [
    { amount: 50, text: fundingReferenceOf(fundingNumber), reference: "L-1" },
    { amount: 7, text: "lunch", reference: "L-2" },
    { amount: -1, text: "fee of the account", reference: "L-3" },
    { amount: 9, text: "not ours", reference: "L-4" },
  ]);
  const caller = () => ({ ...operator, now: now() });
  await markLine(caller(), { id: fee?.id ?? "", state: "other", note: "Fee" });
  await markLine(caller(), { id: wrong?.id ?? "", state: "returned", note: "Not ours" });
  const payout = await createTestMemberPayout(tenant, named.accountId, 20);
  const at = async (day: string | null) => {
    const [euros] = (await readReserves(caller(), { asOf: day })).filter(({ currency }) => currency === "EUR");
    assert.ok(euros);
    const { statedUntil: _, currency: __, ...amounts } = euros;
    return Object.fromEntries(Object.entries(amounts).filter(([, minor]) => minor !== 0n));
  };

  assert.deepEqual(await at("2026-11-28"), {
    bank: 165_00n,
    beforeStatements: 100_00n,
    unassigned: 7_00n,
    sentBack: 9_00n,
    other: -1_00n,
    assignedLater: 50_00n,
  });
  clock.advance(24 * 3_600_000);
  assert.deepEqual(await at(null), {
    members: 34_00n,
    owed: 34_00n,
    bank: 165_00n,
    beforeStatements: 100_00n,
    unassigned: 7_00n,
    sentBack: 9_00n,
    other: -1_00n,
    payoutsUnderWay: 20_00n,
    withoutLine: -4_00n,
  });

  await assignLine(caller(), { id: unknown?.id ?? "", accountId: byHand.accountId }, null);
  await getPrisma().payout.update({ where: { id: payout.memberPayoutId }, data: { state: "sent", sentAt: now() } });
  await upload("2", "2026-11-28", 160, [
    { amount: -20, text: payout.endToEndId, reference: "L-5" },
    { amount: -9, text: "not ours, back", reference: "L-6" },
  ]);
  clock.advance(24 * 3_600_000);
  const after = await at(null);
  assert.deepEqual(after, {
    members: 41_00n,
    owed: 41_00n,
    bank: 131_00n,
    beforeStatements: 100_00n,
    gaps: -5_00n,
    sentBack: 9_00n,
    unassigned: -9_00n,
    other: -1_00n,
    withoutLine: -4_00n,
  });
  await assert.rejects(readReserves(caller(), { asOf: "2026-12-30" }), /is in the future/);
  await assertBooksBalance();
});

test("the bank has what its last statement of the day says, whatever came first, and the lines of later ones without a balance", async () => {
  withFakeClock("2026-10-05T10:00:00.000Z");
  const operator = await createTestOperator();
  const { id } = await setTestBankAccount(operator, "CHF");
  const columns = { bookedOn: "Day", amount: "Amount", days: "YMD", decimals: ".", columns: {} } as const;
  await setCsvMapping(operator, { id, mapping: columns });
  const bank = async () => {
    const [francs] = (await readReserves(operator, { asOf: null })).filter(({ currency }) => currency === "CHF");
    return [
      francs?.beforeStatements,
      francs?.bank,
      francs?.gaps,
      francs?.unexplained,
      calendarDay(francs?.statedUntil ?? now(), "UTC"),
    ];
  };
  const upload = (text: string) => importStatement(operator, { text, bankAccountId: id }, null);
  await upload("Day,Amount\n2026-10-01,3.00\n");
  assert.deepEqual(await bank(), [0n, 3_00n, 0n, 0n, "2026-10-01"]);
  const page = (number: number, [first, last]: readonly [string, string], opening: number) =>
    [`:20:P${number}`, ":25:DE89370400440532013000", `:28C:7/${number}`, `:60${first}:C261002CHF${opening},`]
      .concat(`:61:261002C1,NTRFNONREF//L-${number}`, `:62${last}:C261002CHF${opening + 1},`, "-")
      .join("\n");
  const pages = Array.from({ length: 12 }, (_, index) =>
    page(index + 1, [index === 0 ? "F" : "M", index === 11 ? "F" : "M"], 3 + index),
  );
  // The evening's file before the morning's.
  await upload(pages.slice(6).join("\n"));
  await upload(pages.slice(0, 6).join("\n"));
  assert.deepEqual(await bank(), [0n, 15_00n, 0n, 0n, "2026-10-02"]);
  const assertNoGaps = async () => {
    const gaps = (await listBankStatements(operator)).filter(
      ({ currency, gapMinor }) => currency === "CHF" && gapMinor !== null,
    );
    assert.deepEqual(gaps, []);
  };
  await assertNoGaps();
  // A bank that numbers at random.
  for (const [name, opening] of [
    ["B", 16],
    ["AA", 15],
  ] as const) {
    await upload(page(1, ["F", "F"], opening).replace("7/1", name).replace("L-1", name).replaceAll("261002", "261003"));
  }
  assert.deepEqual(await bank(), [0n, 17_00n, 0n, 0n, "2026-10-03"]);
  await upload(pages.join("\n").replace("7/1\n", "7/1 again\n"));
  await assertNoGaps();
  await upload("Day,Amount\n2026-10-04,2.50\n");
  assert.deepEqual(await bank(), [0n, 19_50n, 0n, 0n, "2026-10-04"]);
});
