import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { fundingReferenceOf, listBankAccounts } from "@/server/domain/bank";
import { bankStatements } from "@/server/domain/bank-statements";
import type { Environment } from "@/server/domain/caller";
import { notifyPeople } from "@/server/domain/notifications";
import { DAY_MS, now } from "@/server/platform/clock";
import { publicUrl } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { finishJobs } from "@/server/testing/long-jobs";
import { findStoredText } from "@/server/testing/stored-text";
import { handleTrpc } from "@/server/trpc/handler";

withTestDatabase();

const NUMBERS = ["DE89370400440532013000", "DE02120300000000202051"] as const;

const account = (number: string = NUMBERS[0]) => ({
  key: randomUUID(),
  currency: "EUR",
  holder: "Closed Loop Trust",
  country: "DE",
  accountNumber: number,
  bankCode: "COBADEFFXXX",
  bankName: "Commerzbank",
});

const line = { id: newRecordId(now()) };
const columns = { bookedOn: "Day", amount: "Amount", days: "DMY", decimals: ",", columns: {} } as const;

testOperatorAuthority("bank", {
  "network.bank.setColumns": {
    call: (portal, place) => portal.network.bank.setColumns({ ...place, ...line, mapping: columns }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.statements": { call: (portal, place) => portal.network.bank.statements(place), others: null },
  "network.bank.importStatement": {
    call: (portal, place) => portal.network.bank.importStatement({ ...place, key: randomUUID(), text: "<a></a>" }),
    others: null,
    outcome: "validation_error",
  },
  "network.bank.findAccounts": {
    call: async (portal, place, { card }) => {
      const found = await portal.network.bank.findAccounts({ ...place, currency: "USD", search: card.memberId });
      if (found.length === 0) throw new Error("nothing");
    },
    others: "nothing",
  },
  "network.bank.assign": {
    call: (portal, place, { card }) =>
      portal.network.bank.assign({ ...place, ...line, key: randomUUID(), accountId: card.accountId }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.answer": {
    call: (portal, place) =>
      portal.network.bank.answer({ ...place, ...line, key: randomUUID(), payoutId: newRecordId(now()) }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.mark": {
    call: (portal, place) => portal.network.bank.mark({ ...place, ...line, state: "other", note: "A fee" }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.reopen": {
    call: (portal, place) => portal.network.bank.reopen({ ...place, ...line }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.accounts": { call: (portal, place) => portal.network.bank.accounts(place), others: null },
  "network.bank.keys": { call: (portal, place) => portal.network.bank.keys(place), others: null },
  "network.bank.createKey": {
    call: (portal, place) => portal.network.bank.createKey({ ...place, key: randomUUID(), label: "Connector" }),
    others: null,
  },
  "network.bank.revokeKey": {
    call: (portal, place) => portal.network.bank.revokeKey({ ...place, ...line }),
    others: "not_found",
    outcome: "not_found",
  },
  "network.bank.setAccount": {
    call: (portal, place) => portal.network.bank.setAccount({ ...place, ...account() }),
    others: null,
  },
});

async function setUp(environment: Environment) {
  const operator = await createTestUser({ kind: "network_operator" });
  const { bank } = portalOf(await openTestSession(operator)).network;
  const place = { environment };
  const numbers = async () =>
    (await bank.accounts(place)).filter(({ currency }) => currency === "EUR").map(({ accountNumber }) => accountNumber);
  return { operator, bank, place, numbers };
}

test("an account is set once, sealed, and its number is nowhere else", async () => {
  const { bank, place, numbers } = await setUp("test");
  const before = (await numbers()).length;
  const typed = { ...account("DE89 3704 0044 0532 0130 00"), ...place, bankName: "Another bank than before" };
  await Promise.all([1, 2, 3].map(() => bank.setAccount(typed)));
  assert.equal((await numbers()).length, before + 1);
  assert.equal((await numbers())[0], NUMBERS[0]);
  assert.deepEqual(await findStoredText(NUMBERS[0]), []);
  const audited = await getPrisma().auditRecord.findMany({
    where: { action: "bank_account.set", environment: "test" },
  });
  assert.ok(audited.some(({ details }) => (details as { last4?: string }).last4 === "3000"));
});

for (const [wrong, message] of [
  [{ accountNumber: "DE88370400440532013000" }, /look for a typo/],
  [{ accountNumber: "DE8937040044053201300" }, /has 21 characters, where an IBAN of DE has 22/],
  [{ country: "FR" }, /isn’t the IBAN’s, which is of DE/],
  [{ accountNumber: "37040044 0532013000" }, /must be an IBAN of DE/],
  [{ country: "XX", accountNumber: "123456789" }, /ISO 3166-1/],
  [{ currency: "XYZ" }, /isn’t supported/],
  // A check of 00, 01, or 99 adds up to 1 modulo 97 as well, but ISO 13616 has only 02 to 98.
  [{ country: "GB", accountNumber: "GB00HLFX11016111455365" }, /look for a typo/],
] as const) {
  test(`${JSON.stringify(wrong)} is refused and sets nothing`, async () => {
    const { bank, place, numbers } = await setUp("test");
    const before = await numbers();
    await assert.rejects(bank.setAccount({ ...place, ...account(), ...wrong }), message);
    assert.deepEqual(await numbers(), before);
  });
}

test("in live the first account works at once, a change after three days; operators hear of it", async () => {
  const clock = withFakeClock(new Date().toISOString());
  const { bank, place, operator } = await setUp("live");
  const inUse = async () => {
    const at = now().toISOString();
    const all = await listBankAccounts(place);
    return all.find(({ worksFrom }) => worksFrom.toISOString() <= at)?.accountNumber;
  };
  await bank.setAccount({ ...place, ...account(NUMBERS[0]), currency: "CHF" });
  assert.equal(await inUse(), NUMBERS[0]);
  await bank.setAccount({ ...place, ...account("GB29NWBK60161331926819"), country: "GB", currency: "CHF" });
  const { id } = await bank.setAccount({ ...place, ...account(NUMBERS[1]), currency: "CHF" });
  assert.equal(await inUse(), NUMBERS[0], "the change waits");
  await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { userId: operator.id, kind: "bank_account_set" } });
  assert.deepEqual(
    told.map(({ cause }) => cause).filter((cause) => cause.endsWith(id)),
    [`bank_account:${id}`],
  );
  clock.advance(3 * DAY_MS + 1);
  assert.equal(await inUse(), NUMBERS[1], "the one in between never works");
});

test("every change in live is emailed; an account that was set last is set again to no effect", async () => {
  const { bank, place, operator } = await setUp("live");
  const set = (number: string) => bank.setAccount({ ...place, ...account(number), currency: "SEK" });
  const ids: string[] = [];
  for (let changes = 0; changes < 12; changes += 1) {
    ids.push((await set(NUMBERS[changes % 2] ?? "")).id);
    await notifyPeople({ now: now() });
  }
  const told = await getPrisma().notification.findMany({ where: { userId: operator.id } });
  const emailed = told.filter(({ isEmailed }) => isEmailed).map(({ cause }) => cause);
  for (const id of ids) assert.ok(emailed.includes(`bank_account:${id}`));
  const before = (await bank.accounts(place)).length;
  assert.equal((await set(NUMBERS[1])).id, ids.at(-1));
  assert.equal((await bank.accounts(place)).length, before);
});

test("statements list gaps and progress, lines list whom they funded, a large one needs two people", async () => {
  const operator = await createTestOperator("live");
  const place = { environment: "live" } as const;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" }))).network;
  await setTestBankAccount(operator);
  const tenant = await createTestTenant({ environment: "live" });
  const card = await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" });
  const { fundingNumber } = await getPrisma().account.findUniqueOrThrow({ where: { id: card.accountId } });
  const reference = fundingReferenceOf(fundingNumber);
  const days = [
    { number: "1", day: "2026-11-25", opening: 0, lines: [{ amount: 5, text: reference }] },
    { number: "2", day: "2026-11-26", opening: 5, lines: [{ amount: 20_000, text: "Large", name: "Uncle Sam" }] },
    { number: "4", day: "2026-11-28", opening: 20_012, lines: [] },
  ];
  for (const day of days) {
    await portal.bank.importStatement({ ...place, key: randomUUID(), text: camtOf(day) });
  }
  assert.equal((await portal.bank.statements(place)).filter(({ isFinished }) => !isFinished).length, 2);
  await finishJobs(bankStatements);
  const statements = await portal.bank.statements(place);
  assert.deepEqual(
    statements.map(({ number, gap, newCount, handledCount }) => [number, gap, newCount, handledCount]),
    [
      ["4", 7, 0, 0],
      ["2", null, 1, 1],
      ["1", null, 1, 1],
    ],
  );
  const { items } = await portal.bankLines.list({ ...place, state: "unassigned" });
  assert.deepEqual(
    items.map(({ counterpartyName, amount }) => [counterpartyName, amount]),
    [["Uncle Sam", 20_000]],
  );
  const funded = await portal.bankLines.list({ ...place, search: card.accountId });
  assert.deepEqual(
    funded.items.map(({ fundedName, amount }) => [fundedName, amount]),
    [["Test Member", 5]],
  );
  const assign = { ...place, id: items[0]?.id ?? "", accountId: card.accountId };
  const key = randomUUID();
  const asked = await portal.bank.assign({ ...assign, key });
  assert.equal((await portal.bank.assign({ ...assign, key: randomUUID() })).awaits, asked.awaits, "one request a line");
  const { accountId: another } = await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" });
  await assert.rejects(
    portal.bank.assign({ ...assign, accountId: another, key: randomUUID() }),
    /waits to be assigned to another account/,
  );
  const found = await portal.bank.findAccounts({ ...place, currency: "EUR", search: reference });
  assert.deepEqual(
    found.map(({ id, memberName, fundingReference }) => [id, memberName, fundingReference]),
    [[card.accountId, "Test Member", reference]],
    "the reference tells members of one name apart",
  );
  await assertBalance(card.accountId, { postedMinor: 5_00n, heldMinor: 0n });
  assert.equal((await portal.bankLines.list({ ...place, state: "unassigned" })).items[0]?.isAsked, true);
  const second = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" }))).network;
  await second.approvals.decide({ ...place, id: asked.awaits ?? "", isApproved: true });
  await assertBalance(card.accountId, { postedMinor: 20_005_00n, heldMinor: 0n });
  assert.deepEqual(
    await portal.bank.assign({ ...assign, key }),
    asked,
    "a repeat is told what happened, not that it has",
  );
  await assert.rejects(portal.bank.assign({ ...assign, key: randomUUID() }), /funded already/);
  assert.equal((await portal.bankLines.list({ ...place, state: "unassigned" })).items.length, 0);
  await assertBooksBalance();
});

test("a file of 100 MB is refused with a sentence before it is read", async () => {
  const response = await handleTrpc(
    new Request("http://localhost/api/trpc/network.bank.importStatement", {
      method: "POST",
      headers: { "content-length": String(100 * 1024 * 1024), origin: new URL(publicUrl("/")).origin },
    }),
  );
  assert.equal(response.status, 413);
  assert.match(JSON.stringify(await response.json()), /too large: at most 24,576 KB/);
});
