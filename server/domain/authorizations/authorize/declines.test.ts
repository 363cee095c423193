import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { setCardStatus } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, read } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { readDecision } from "../stored-decision";

withTestDatabase();

async function storedRecord(id: string) {
  const row = await getPrisma().authorization.findUniqueOrThrow({ where: { id } });
  const decision = await readDecision(getPool(), id);
  return { row, rules: decision?.rules ?? [] };
}

type Fields = Parameters<typeof declineOf>[3];
type Card = NonNullable<Parameters<typeof createTestCard>[1]>;

const CASES: readonly {
  readonly what: string;
  readonly card?: Card;
  readonly status?: "frozen" | "closed";
  readonly isMerchantSuspended?: boolean;
  readonly send: Fields;
  readonly details?: object;
  readonly title: string;
  readonly id: string;
  readonly saw: object;
}[] = [
  {
    what: "a closed card",
    status: "closed",
    send: { reasonCode: "14" },
    title: "Invalid card",
    id: "card-open",
    saw: { status: "closed" },
  },
  {
    what: "a suspended merchant",
    isMerchantSuspended: true,
    send: { reasonCode: "03" },
    title: "Invalid merchant",
    id: "merchant-active",
    saw: { status: "suspended" },
  },
  {
    what: "a frozen card",
    status: "frozen",
    send: { reasonCode: "62" },
    title: "Restricted card",
    id: "card-not-frozen",
    saw: { status: "frozen" },
  },
  {
    what: "an account of another currency",
    card: { currency: "KWD" },
    send: { reasonCode: "57" },
    details: { rule: "currency", currency: "USD", accountCurrency: "KWD" },
    title: "Not permitted",
    id: "account-currency",
    saw: { currency: "USD", accountCurrency: "KWD" },
  },
  {
    what: "the merchant’s own category where the request names none",
    card: { allowedMccs: ["5411"] },
    send: { reasonCode: "57" },
    details: { rule: "mcc" },
    title: "Not permitted",
    id: "merchant-category",
    saw: { mcc: "5814", allowed: ["5411"] },
  },
  {
    what: "a channel by its slug",
    card: { allowedChannels: ["CHANpointOfSale01"] },
    send: { reasonCode: "57", channel: "e-commerce" },
    details: { rule: "channel" },
    title: "Not permitted",
    id: "channel",
    saw: { channel: "CHANeCommerce0001", allowed: ["CHANpointOfSale01"] },
  },
  {
    what: "no mode on a card that lists modes",
    card: { allowedModes: ["01"] },
    send: { reasonCode: "57" },
    details: { rule: "mode" },
    title: "Not permitted",
    id: "entry-mode",
    saw: { mode: null, allowed: ["01"] },
  },
  {
    what: "a transaction limit",
    card: { perTransactionLimitMinor: 24_99n },
    send: { reasonCode: "61" },
    details: { limit: "transaction" },
    title: "Exceeds amount limit",
    id: "transaction-limit",
    saw: { transactionMinor: "2500", limitMinor: "2499" },
  },
  {
    what: "a daily amount",
    card: { dailyAmountLimitMinor: 24_99n },
    send: { reasonCode: "61" },
    details: { limit: "daily-amount" },
    title: "Exceeds amount limit",
    id: "daily-amount",
    saw: { amountMinor: "2500", usedMinor: "0", limitMinor: "2499" },
  },
  {
    what: "a daily count",
    card: { dailyCountLimit: 0 },
    send: { reasonCode: "65" },
    details: { limit: "daily-count" },
    title: "Exceeds count limit",
    id: "daily-count",
    saw: { isNewTransaction: true, used: 0, limit: 0 },
  },
  {
    what: "funds, credit included",
    card: { fundsMinor: 20_00n, creditLimitMinor: 4_99n },
    send: { reasonCode: "51" },
    title: "Insufficient funds",
    id: "funds",
    saw: { amountMinor: "2500", availableMinor: "2499" },
  },
];

for (const { what, card, status, isMerchantSuspended, send, details = {}, title, id, saw } of CASES) {
  test(`${what} declines with ${send.reasonCode}, stored with its trace`, async () => {
    const tenant = await createTestTenant();
    const issued = await createTestCard(tenant, card);
    if (status) await setCardStatus(networkCaller(), { cardId: issued.id, status });
    if (isMerchantSuspended) {
      await getPrisma().merchant.update({ where: { id: tenant.merchantId }, data: { status: "suspended" } });
    }
    const declined = await declineOf(tenant, issued, 25, send);
    assert.deepEqual(declined.details, details);
    assert.ok(declined.reasonMessage.length > 0);
    const { row, rules } = await storedRecord(declined.recordId ?? "");
    assert.deepEqual(
      [row.outcome, row.responseCode, row.approvalCode, row.expiresAt],
      ["declined", send.reasonCode, null, null],
    );
    assert.deepEqual(rules.at(-1), { id, code: send.reasonCode, passed: false, saw });
    assert.ok(rules.slice(0, -1).every(({ passed }) => passed));
    const record = await read(tenant, declined.authorizationId ?? "");
    assert.deepEqual(
      [record.recordId, record.status, record.amount, record.responseCode, record.reasonCode, record.reasonTitle],
      [declined.recordId, "Authorization Declined", 25, send.reasonCode, send.reasonCode, title],
    );
    const usage = await getPrisma().card.findUniqueOrThrow({ where: { id: issued.id } });
    assert.deepEqual([usage.usageAmountMinor, usage.usageCount], [0n, 0], "a decline uses nothing up");
    await assertBalance(issued.accountId, { postedMinor: card?.fundsMinor ?? 1_000_00n, heldMinor: 0n });
    await assertBooksBalance();
  });
}

test("an expired card declines with 54 from its day on", async () => {
  const tenant = await createTestTenant();
  const yesterday = new Date(Date.UTC(2020, 0, 1));
  const card = await createTestCard(tenant, { expiresOn: yesterday });
  const declined = await declineOf(tenant, card, 25, { reasonCode: "54" });
  const { rules } = await storedRecord(declined.recordId ?? "");
  assert.deepEqual(
    rules.map(({ code }) => code),
    ["14", "03", "54"],
  );
});

test("an approval is stored with the trace of every rule and its fields", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const approved = await authorize(tenant, card, 25, { mcc: "5411", channel: "recurring", mode: "03" });
  const { row, rules } = await storedRecord(approved.recordId);
  assert.deepEqual([row.mcc, row.channel, row.mode, row.responseCode], ["5411", "CHANrecurring0001", "03", "00"]);
  assert.equal(rules.length, 13);
  assert.ok(rules.every(({ passed }) => passed));
  assert.deepEqual(rules.at(-2)?.saw, { amountMinor: "2500", availableMinor: "100000" });
});
