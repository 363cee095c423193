import assert from "node:assert/strict";
import { test } from "node:test";
import { listFloats, openFloat } from "@/server/contracts/rest/onboarding/floats";
import { createFunding, listFundings } from "@/server/contracts/rest/onboarding/fundings";
import { createMember, openAccount } from "@/server/contracts/rest/onboarding/members";
import { getPrisma } from "@/server/db/prisma";
import { bankStatements, importStatement } from "@/server/domain/bank-statements";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { AccountId } from "@/server/platform/noun-ids";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

const EXCEEDED = { status: 409, code: "float_exceeded" } as const;
const FUNDED = "Subsidy 11/2026";
let days = 0;
/** On the bank account of each environment, so that each statement goes on where the last one ended. */
const brought = { test: 0, live: 0 };

/** A float with this much, which came by a statement. */
async function createFloat(tenant: TestTenant, amount: number) {
  if (tenant.environment === "live") await approveTestTenant(tenant);
  const operator = await createTestOperator(tenant.environment);
  await setTestBankAccount(operator);
  const { body } = await call(tenant, openFloat, { body: { currency: "EUR" } });
  days += 1;
  const lines = [{ amount, text: body.fundingReference, reference: `Float ${days}` }];
  const text = camtOf({ number: `F${days}`, opening: brought[tenant.environment], lines });
  brought[tenant.environment] += amount;
  await importStatement(operator, { text, bankAccountId: null }, null);
  await finishJobs(bankStatements);
  return body;
}

const floatOf = async (tenant: TestTenant) => (await call(tenant, listFloats, {})).body.data[0];
const euros = (tenant: TestTenant) => createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" });

async function assertProven() {
  await assertBooksBalance();
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ breaches }) => breaches.length > 0),
    [],
  );
}

test("a float is opened once in a currency, says where to send money, and is funded by its reference", async () => {
  const tenant = await createTestTenant();
  const none = await call(tenant, openFloat, { body: { currency: "CHF" } });
  assert.equal(none.body.bankAccount, null);
  const float = await createFloat(tenant, 100);
  assert.equal(float.bankAccount?.accountNumber, "DE89370400440532013000");
  const again = await Promise.all([1, 2, 3].map(() => call(tenant, openFloat, { body: { currency: "EUR" } })));
  assert.deepEqual([...new Set(again.map(({ body }) => body.id))], [float.id]);
  const { body } = await call(tenant, listFloats, {});
  assert.deepEqual(
    body.data.map(({ currency, available }) => [currency, available]),
    [
      ["CHF", 0],
      ["EUR", 100],
    ],
  );
  const [funding] = (await call(tenant, listFundings, { query: { account: float.id } })).body.data;
  assert.deepEqual([funding?.member, funding?.amount, funding?.kind], [null, 100, "bank_transfer"]);
  await assertProven();
});

for (const environment of ["live", "test"] as const) {
  test(`in ${environment} the float pays its members, never more than it has, and once`, async () => {
    const tenant = await createTestTenant({ environment });
    const card = await euros(tenant);
    const from = environment === "test" ? { from: "float" as const } : {};
    const ask = (amount: number) => ({ body: { account: card.accountId, amount, bankReference: FUNDED, ...from } });
    await expectError(tenant, createFunding, ask(1), EXCEEDED);
    const float = await createFloat(tenant, 100);
    const options = { ...ask(30), idempotencyKey: "subsidy" };
    const first = await call(tenant, createFunding, options);
    assert.deepEqual([first.status, first.body.kind, first.body.amount], [201, "float", 30]);
    const repeats = await Promise.all([1, 2].map(() => call(tenant, createFunding, options)));
    assert.deepEqual(
      repeats.map(({ status, body }) => [status, body.id]),
      [
        [200, first.body.id],
        [200, first.body.id],
      ],
    );
    await expectError(tenant, createFunding, ask(70.01), EXCEEDED);
    await assertBalance(card.accountId, { postedMinor: 30_00n, heldMinor: 0n });
    // Five at once of 20 from 70 left: three fit.
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => call(tenant, createFunding, ask(20))));
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal((await floatOf(tenant))?.available, 10);
    await assertBalance(AccountId.parse(float.id), { postedMinor: 10_00n, heldMinor: 0n });
    await assertProven();
  });
}

test("an operator takes a funding from a float back: the float has it again, and no other", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const card = await euros(tenant);
  await createFloat(tenant, 50);
  const body = { account: card.accountId, amount: 20, bankReference: FUNDED };
  const { id } = (await call(tenant, createFunding, { body })).body;
  const { network } = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const key = "3b241101-e2bb-4255-8caf-4136c566a962";
  await network.members.reverseFunding({ environment: "live", key, fundingId: id, confirmedAmount: 20 });
  assert.equal((await floatOf(tenant))?.available, 50);
  await assertBalance(card.accountId, { postedMinor: 0n, heldMinor: 0n });
  // And what came to the float goes back to the bank, as long as it is there.
  const [arrived] = (await call(tenant, listFundings, { query: { kind: "bank_transfer" } })).body.data;
  const undo = { environment: "live" as const, key: "9b241101-e2bb-4255-8caf-4136c566a962" };
  await network.members.reverseFunding({ ...undo, fundingId: arrived?.id ?? "", confirmedAmount: 50 });
  assert.equal((await floatOf(tenant))?.available, 0);
  const [line] = await getPrisma().bankLine.findMany({
    where: { text: (await floatOf(tenant))?.fundingReference ?? "" },
  });
  assert.equal(line?.state, "unassigned");
  await assertProven();
});

test("fundings are found by time, member, external id, and kind", async () => {
  const tenant = await createTestTenant();
  await createFloat(tenant, 100);
  const accounts: string[] = [];
  for (const externalId of ["staff-1", "staff-2"]) {
    const { id } = (await call(tenant, createMember, { body: { name: "Ada", externalId } })).body;
    const account = (await call(tenant, openAccount, { params: { id }, body: { currency: "EUR" } })).body;
    accounts.push(account.id);
  }
  const fund = async (account: string | undefined, from?: "float") => {
    const body = { account: account ?? "", amount: 1, bankReference: FUNDED, ...(from ? { from } : {}) };
    return (await call(tenant, createFunding, { body })).body;
  };
  const one = await fund(accounts[0], "float");
  const two = await fund(accounts[1]);
  const found = async (query: Record<string, string>) =>
    (await call(tenant, listFundings, { query })).body.data.map(({ id }) => id);
  assert.deepEqual(await found({ member: one.member ?? "" }), [one.id]);
  assert.deepEqual(await found({ externalId: "staff-2" }), [two.id]);
  assert.deepEqual(await found({ kind: "float" }), [one.id]);
  assert.deepEqual(await found({ kind: "manual" }), [two.id]);
  assert.deepEqual(await found({ "created[gte]": two.createdAt, kind: "manual" }), [two.id]);
  assert.deepEqual(await found({ "created[lt]": one.createdAt, kind: "float" }), []);
  assert.deepEqual(await found({ member: (await euros(await createTestTenant())).memberId }), []);
});
