import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { listBankAccounts } from "@/server/domain/bank";
import type { Environment } from "@/server/domain/caller";
import { notifyPeople } from "@/server/domain/notifications";
import { DAY_MS, now } from "@/server/platform/clock";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const NUMBERS = ["DE89370400440532013000", "DE02120300000000202051"] as const;

const account = (number: string = NUMBERS[0]) => ({
  ...{ key: randomUUID(), currency: "EUR", holder: "Closed Loop Trust", country: "DE" },
  ...{ accountNumber: number, bankCode: "COBADEFFXXX", bankName: "Commerzbank" },
});

testOperatorAuthority("bank", {
  "network.bank.accounts": { call: (portal, place) => portal.network.bank.accounts(place), others: null },
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
  const typed = { ...account("DE89 3704 0044 0532 0130 00"), ...place };
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
