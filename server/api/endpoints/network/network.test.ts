import assert from "node:assert/strict";
import { test } from "node:test";
import { listMembers } from "@/server/contracts/rest/onboarding/members";
import {
  getBankStatement,
  getReserves,
  importBankStatement,
  listBankStatements,
} from "@/server/contracts/rest/reading-back/network";
import { getPrisma } from "@/server/db/prisma";
import { fundingReferenceOf } from "@/server/domain/bank";
import { bankStatements } from "@/server/domain/bank-statements";
import { revokeNetworkKey } from "@/server/domain/network-keys";
import { HOUR_MS, now } from "@/server/platform/clock";
import { camtOf, createTestNetworkKey, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance } from "@/server/testing/books";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

const REFUSED = { status: 401, code: "authentication_failed" } as const;
const OPERATIONS = [importBankStatement, listBankStatements, getBankStatement, getReserves];
const anyOf = { params: { id: "0".repeat(17) } };

test("a file is taken once, funds what it names, and is answered with the same record again", async () => {
  await setTestBankAccount(await createTestOperator());
  const key = await createTestNetworkKey();
  const card = await createTestCard(await createTestTenant(), { fundsMinor: 0n, currency: "EUR" });
  const { fundingNumber } = await getPrisma().account.findUniqueOrThrow({ where: { id: card.accountId } });
  const rawBody = camtOf({
    opening: 100,
    lines: [
      { amount: 25, text: fundingReferenceOf(fundingNumber), reference: "A" },
      { amount: 7, reference: "B" },
    ],
  });
  const first = await call(key, importBankStatement, { rawBody });
  const [taken] = first.body.data;
  assert.equal(first.status, 201);
  assert.deepEqual([taken?.lines, taken?.newLines, taken?.handledLines, taken?.status], [2, 2, 0, "processing"]);
  await finishJobs(bankStatements);
  const again = await call(key, importBankStatement, { rawBody });
  assert.deepEqual([again.status, again.body.data[0]?.id], [200, taken?.id]);
  const { body } = await call(key, getBankStatement, { params: { id: taken?.id ?? "" } });
  assert.deepEqual(body, again.body.data[0]);
  assert.deepEqual([body.opening, body.closing, body.handledLines, body.unassignedLines], [100, 132, 2, 1]);
  assert.equal(body.status, "done");
  await assertBalance(card.accountId, { postedMinor: 25_00n, heldMinor: 0n });
  const listed = await call(key, listBankStatements, { query: { limit: "1" } });
  assert.deepEqual([listed.body.data[0]?.id, listed.body.hasMore], [taken?.id, false]);
  const audited = await getPrisma().auditRecord.findFirstOrThrow({ where: { subjectId: taken?.id ?? "" } });
  assert.deepEqual([audited.actor, audited.userId], [`network key ${key.id}`, null]);
});

test("a file that can’t be read or is too large is refused with a sentence, and nothing of it is kept", async () => {
  const key = await createTestNetworkKey();
  const count = () => getPrisma().bankStatement.count();
  const before = await count();
  const unread = { status: 400, code: "validation_error" } as const;
  for (const rawBody of ["", "a;b", "<a><b></a>", "<!DOCTYPE a><a/>", camtOf({ lines: [] }).replace("DE89", "DE88")]) {
    const { error } = await expectError(key, importBankStatement, { rawBody }, unread);
    assert.match(error.message, /^[A-Z].*\.$/);
  }
  const large = { rawBody: "x".repeat(20 * 1024 * 1024 + 1) };
  await expectError(key, importBankStatement, large, { status: 413, code: "payload_too_large" });
  assert.equal(await count(), before);
});

test("reserves are those of the console, for a day and a currency, also as a file", async () => {
  const key = await createTestNetworkKey();
  const { body } = await call(key, getReserves, { query: { currency: "EUR" } });
  const [euros, ...others] = body.data;
  assert.ok(euros && others.length === 0);
  const named = euros.differences.reduce((sum, { amount }) => sum + amount, 0);
  assert.equal(euros.owed + named, euros.bank);
  const file = await send(key, getReserves, { query: { currency: "EUR" }, headers: { accept: "text/csv" } });
  assert.equal(file.headers.get("content-type"), "text/csv; charset=utf-8");
  const [head, ...lines] = file.text.trimEnd().split("\r\n");
  assert.equal(head, "currency,name,amount");
  assert.ok(lines.includes(`EUR,owed,${euros.owed.toFixed(2)}`));
  const future = { query: { asOf: "2999-01-01" } };
  await expectError(key, getReserves, future, { status: 400, code: "validation_error" });
});

test("only a live network key of the right environment and address reaches the network’s operations", async () => {
  const tenant = await createTestTenant();
  const { key: merchantKey } = await createTestMerchant(tenant);
  const kept = await createTestNetworkKey();
  const [revoked, ended] = [
    await createTestNetworkKey(),
    await createTestNetworkKey({ expiresAt: new Date(now().getTime() + HOUR_MS) }),
  ];
  await revokeNetworkKey(await createTestOperator(), { id: revoked.id });
  await getPrisma().networkKey.update({ where: { id: ended.id }, data: { expiresAt: now() } });
  const forged = { key: kept.key.replace(/_[0-9a-f]+$/, `_${"0".repeat(40)}`) };
  const otherwise = { key: kept.key.replace("_test_", "_live_") };
  for (const operation of OPERATIONS) {
    for (const sender of [null, tenant, { key: merchantKey }, revoked, ended, forged, otherwise]) {
      await expectError(sender, operation, anyOf, REFUSED);
    }
  }
  const elsewhere = await createTestNetworkKey({ allowedAddresses: ["192.0.2.0/24"] });
  await expectError(elsewhere, getReserves, {}, { status: 403, code: "address_not_allowed" });
  assert.equal((await call(elsewhere, getReserves, { address: "192.0.2.7" })).status, 200);
  await expectError(kept, listMembers, {}, REFUSED);
  const live = await createTestNetworkKey({ environment: "live" });
  assert.deepEqual((await call(live, listBankStatements)).body.data, []);
});
