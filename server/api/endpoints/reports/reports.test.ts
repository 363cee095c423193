import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createFunding, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import * as contracts from "@/server/contracts/rest/reading-back/reports";
import { getPrisma } from "@/server/db/prisma";
import { forgetOld } from "@/server/domain/retention";
import type { AccountId } from "@/server/platform/noun-ids";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { createTestReportFile, download, makeReportFiles, reports } from "@/server/testing/report-files";

withTestDatabase({ isApp: true });

const START = "2026-03-02T10:00:00.000Z";
const SPAN = { gte: "2026-03-02T00:00:00.000Z" };

const asking = (body: object, key: string | null = randomUUID()) => ({
  rawBody: JSON.stringify(body),
  idempotencyKey: key,
});
const create = (tenant: TestTenant, body: object, key?: string) =>
  call(tenant, contracts.createReport, asking(body, key));
const refuse = (tenant: TestTenant, body: object, expected: Parameters<typeof expectError>[3], key?: string | null) =>
  expectError(tenant, contracts.createReport, asking(body, key), expected);
const get = async (tenant: TestTenant, id: string) =>
  (await call(tenant, contracts.getReport, { params: { id } })).body;

function rowsOf(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i] ?? "", cell])));
}

async function fileOf(tenant: TestTenant, body: object, page?: number) {
  const { body: asked } = await create(tenant, { created: SPAN, ...body });
  await makeReportFiles(page === undefined ? {} : { size: page });
  const done = await get(tenant, asked.reportId);
  assert.equal(done.status, "done", JSON.stringify(done));
  const { status, text } = await download(done.fileUrl ?? "");
  assert.equal(status, 200);
  assert.equal(done.bytes, Buffer.byteLength(text));
  const rows = rowsOf(text);
  assert.deepEqual(done.progress, { rows: rows.length, of: rows.length });
  return { done, rows, text };
}

test("a report is made in the background, and its link has every payment of the span once", async () => {
  const clock = withFakeClock("2026-03-02T09:59:59.000Z");
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1) ids.push((await authorize(tenant, card, 1 + i)).recordId);
  await capture(tenant, ids[0] ?? "", 0.5);
  await createTestSale(merchant, { card, merchantReference: "=1+1" });
  clock.advance(1_000);
  const { status, body } = await create(tenant, { kind: "payments", created: SPAN });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.status, body.progress, body.fileUrl, body.bytes, body.created.lt, body.requestedBy],
    ["pending", { rows: 0, of: null }, null, null, START, "key"],
  );
  assert.equal(body.expiresAt, "2026-03-09T10:00:00.000Z");
  const { rows, done } = await fileOf(tenant, { kind: "payments" }, 3);
  assert.equal(rows.length, 8);
  const held = rows.filter(({ merchant_reference }) => merchant_reference === "");
  assert.deepEqual(held.map(({ record_id }) => record_id).toSorted(), ids.toSorted());
  const first = rows.find(({ record_id }) => record_id === ids[0]);
  assert.deepEqual([first?.amount, first?.captured, first?.currency], ["1.00", "0.50", "USD"]);
  assert.ok(
    rows.some(({ merchant_reference }) => merchant_reference === "'=1+1"),
    "no formula",
  );
  const { body: listed } = await call(tenant, contracts.listReports, { query: { limit: "1" } });
  assert.deepEqual([listed.data.length, listed.hasMore], [1, true]);
  assert.equal(done.fileUrlExpiresAt, "2026-03-02T10:15:00.000Z");
});

test("filters hold: a merchant, a currency, and the ends of the span", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [one, two] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 100_000n });
  await createTestSale(one, { amount: 5 });
  clock.advance(60_000);
  const from = clock.now().toISOString();
  await createTestSale(one, { card: yen, amount: 900 });
  await createTestSale(two, { amount: 7 });
  clock.advance(60_000);
  const before = clock.now().toISOString();
  await createTestSale(two, { amount: 8 });
  clock.advance(60_000);
  const amounts = async (body: object) =>
    (await fileOf(tenant, { kind: "payments", ...body })).rows.map(({ amount }) => amount).toSorted();
  assert.deepEqual(await amounts({}), ["5.00", "7.00", "8.00", "900"]);
  assert.deepEqual(await amounts({ merchant: two.id }), ["7.00", "8.00"]);
  assert.deepEqual(await amounts({ currency: "JPY" }), ["900"]);
  assert.deepEqual(await amounts({ created: { gte: from, lt: before } }), ["7.00", "900"]);
  assert.deepEqual(await amounts({ created: { gte: before, lt: clock.now().toISOString() }, merchant: one.id }), []);
});

test("a settlement report has every line of its batches; a balance report runs from opening to closing", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchants = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  for (const merchant of merchants) {
    const sales = [await createTestSale(merchant, { amount: 20 }), await createTestSale(merchant, { amount: 2.5 })];
    await refund(merchant, sales[0]?.transactionId ?? "", 5);
    await settleAfterASecond(clock, tenant, merchant);
    clock.advance(1_000);
    await createTestSale(merchant, { amount: 4 });
  }
  clock.advance(60_000);
  const { rows: settled } = await fileOf(tenant, { kind: "settlement" }, 2);
  assert.deepEqual(settled.map(({ net }) => net).toSorted(), ["-5.00", "-5.00", "2.50", "2.50", "20.00", "20.00"]);
  assert.equal(new Set(settled.map(({ batch_id }) => batch_id)).size, 2);
  assert.ok(settled.every(({ payout_id, batch_day }) => payout_id && batch_day === "2026-03-02"));
  const { rows: moved } = await fileOf(tenant, { kind: "balance" }, 2);
  for (const { id } of merchants) {
    const own = moved.filter(({ merchant_id }) => merchant_id === id);
    const [closing, ...entries] = own;
    const opening = entries.pop();
    assert.deepEqual([closing?.kind, opening?.kind], ["closing", "opening"]);
    const sum = entries.reduce((total, { amount }) => total + Number(amount), Number(opening?.balance));
    assert.deepEqual([sum, closing?.balance, entries.length], [4, "4.00", 5]);
  }
  const { rows } = await fileOf(tenant, { kind: "balance", merchant: merchants[0]?.id, currency: "JPY" });
  assert.deepEqual(rows, []);
});

test("reports of accounts have every member's balances, and every entry between them", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const cards = [await createTestCard(tenant, { fundsMinor: 50_00n })];
  clock.advance(1_000);
  cards.push(await createTestCard(tenant, { fundsMinor: 9_00n }));
  await createTestCard(await createTestTenant());
  clock.advance(60_000);
  const from = clock.now().toISOString();
  const { recordId } = await authorize(tenant, cards[0] ?? assert.fail(), 10);
  await capture(tenant, recordId, 4);
  await capture(tenant, recordId, 6);
  clock.advance(60_000);
  const created = { gte: from };
  const { rows } = await fileOf(tenant, { kind: "accounts", created }, 1);
  assert.deepEqual(
    rows.map(({ account_id, opening, closing, currency, status }) => [account_id, opening, closing, currency, status]),
    [
      [cards[1]?.accountId, "9.00", "9.00", "USD", "open"],
      [cards[0]?.accountId, "50.00", "40.00", "USD", "open"],
    ],
  );
  const { rows: moved } = await fileOf(tenant, { kind: "account_entries", created }, 2);
  assert.deepEqual(
    moved.map(({ account_id, kind, amount, balance }) => [account_id, kind, amount, balance]),
    [
      [cards[1]?.accountId, "closing", "", "9.00"],
      [cards[1]?.accountId, "opening", "", "9.00"],
      ...[
        ["closing", "", "40.00"],
        ["capture", moved[3]?.amount, "40.00"],
        ["capture", moved[4]?.amount, moved[4]?.balance],
        ["opening", "", "50.00"],
      ].map((row) => [cards[0]?.accountId, ...row]),
    ],
  );
  const merchant = (await createTestMerchant(tenant)).id;
  for (const kind of ["accounts", "account_entries", "fundings"]) {
    await refuse(tenant, { kind, created, merchant }, { status: 400, code: "validation_error" });
  }
});

test("a report of fundings has what came and what was taken back, of one currency if it says so", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const from = clock.now().toISOString();
  const [dollars, euros] = [
    await createTestCard(tenant, { fundsMinor: 0n }),
    await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" }),
  ];
  const fund = (account: AccountId, amount: number) =>
    call(tenant, createFunding, { body: { account, amount, bankReference: "From Ada" } });
  const { body: taken } = await fund(dollars.accountId, 5);
  clock.advance(1_000);
  await call(tenant, reverseFunding, { params: { id: taken.id }, body: {} });
  clock.advance(1_000);
  await fund(euros.accountId, 7.5);
  clock.advance(60_000);
  const created = { gte: from };
  const { rows } = await fileOf(tenant, { kind: "fundings", created }, 2);
  const shown = rows.map(({ account_id, kind, amount, reverses_id }) => [account_id, kind, amount, reverses_id]);
  assert.deepEqual(shown, [
    [euros.accountId, "manual", "7.50", ""],
    [dollars.accountId, "reversal", "-5.00", taken.id],
    [dollars.accountId, "manual", "5.00", ""],
  ]);
  const { rows: some } = await fileOf(tenant, { kind: "fundings", created, currency: "EUR" }, 2);
  assert.deepEqual(
    some.map(({ member_id }) => member_id),
    [euros.memberId],
  );
});

test("wrong reports are refused; a repeat makes one; nobody has more than five under way", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const theirs = await createTestMerchant(await createTestTenant());
  const wrong: readonly [object, string][] = [
    [{ kind: "invoices", created: SPAN }, "kind"],
    [{ kind: "payments" }, "created"],
    [{ kind: "payments", created: { lt: START } }, "created.gte"],
    [{ kind: "payments", created: { gte: START, lt: "2026-03-03T00:00:00.000Z" } }, "created.lt"],
    [{ kind: "payments", created: { gte: START, lt: START } }, "created.gte"],
    [{ kind: "payments", created: { gte: "2025-03-01T00:00:00.000Z" } }, "created"],
    [{ kind: "payments", created: { gte: "0000-01-01T00:00:00Z" } }, "created.gte"],
  ];
  for (const [body, field] of wrong) {
    const { error } = await refuse(tenant, body, { status: 400, code: "validation_error" });
    assert.equal(error.field, field, JSON.stringify(body));
  }
  const body = { kind: "payments", created: SPAN };
  await refuse(tenant, { ...body, merchant: theirs.id }, { status: 400, code: "invalid_reference" });
  await refuse(tenant, body, { status: 400, code: "idempotency_key_required" }, null);
  await expectError(null, contracts.createReport, asking(body), { status: 401, code: "authentication_failed" });
  const key = randomUUID();
  const first = await create(tenant, body, key);
  clock.advance(1_000);
  const repeat = await create(tenant, body, key);
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  const other = { ...body, kind: "balance" };
  await refuse(tenant, other, { status: 422, code: "idempotency_key_reused" }, key);
  const parallel = await Promise.allSettled(Array.from({ length: 6 }, () => create(tenant, body)));
  assert.equal(parallel.filter(({ status }) => status === "fulfilled").length, 4);
  await refuse(tenant, body, { status: 409, code: "report_limit_reached" });
  await makeReportFiles();
  assert.equal((await create(tenant, body)).status, 201);
});

test("another’s report is not there; its link fails with a letter changed, or a quarter of an hour later", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const stranger = await createTestTenant();
  await authorize(tenant, await createTestCard(tenant), 3);
  clock.advance(1_000);
  const { done } = await fileOf(tenant, { kind: "payments" });
  const url = done.fileUrl ?? "";
  const asked = { params: { id: done.reportId } };
  await expectError(stranger, contracts.getReport, asked, { status: 404, code: "report_not_found" });
  const { body: listed } = await call(stranger, contracts.listReports, {});
  assert.deepEqual(listed.data, []);
  const { rows } = await fileOf(stranger, { kind: "payments" });
  assert.deepEqual(rows, [], "nothing of another tenant’s is in a file");
  const theirs = await createTestReportFile(stranger);
  const later = Number(new URL(url).searchParams.get("expires")) + 1;
  const changed = [
    url.replace(/signature=(.)/, (_, digit: string) => `signature=${digit === "0" ? "1" : "0"}`),
    url.replace(/expires=\d+/, `expires=${later}`),
    url.replace(done.reportId, theirs.id),
    url.replace(/&signature=.*/, ""),
    url.replace(/\?.*/, ""),
  ];
  for (const link of changed) {
    const { status, text } = await download(link);
    assert.deepEqual([status, text.startsWith("This link isn’t one of ours")], [403, true], link);
  }
  clock.advance(15 * 60_000 - 1_000);
  assert.equal((await download(url)).status, 200);
  clock.advance(1_000);
  const expired = await download(url);
  assert.equal(expired.status, 410);
  assert.match(expired.text, /^This link has expired\. Get the report again/);
  const anew = (await get(tenant, done.reportId)).fileUrl ?? "";
  assert.equal((await download(anew)).status, 200);
});

test("a file goes after a week, the report stays and says so", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  await authorize(tenant, await createTestCard(tenant), 3);
  clock.advance(1_000);
  const { done } = await fileOf(tenant, { kind: "payments" });
  clock.advance(7 * DAY_MS - 60_000);
  await forgetOld({ now: clock.now() });
  const { fileUrl: url, fileUrlExpiresAt } = await get(tenant, done.reportId);
  assert.equal(fileUrlExpiresAt, done.expiresAt, "no link outlives its file");
  assert.equal((await download(url ?? "")).status, 200);
  clock.advance(61_000);
  await forgetOld({ now: clock.now() });
  const parts = await queryTestDatabase("SELECT 1 FROM report_file_parts WHERE file_id = $1", [done.reportId]);
  assert.deepEqual(parts, []);
  const gone = await get(tenant, done.reportId);
  assert.deepEqual([gone.status, gone.fileUrl, gone.bytes], ["expired", null, done.bytes]);
});

test("a page made twice is in the file once, and a replaced run writes nothing", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  for (let i = 0; i < 6; i += 1) await authorize(tenant, card, 1);
  clock.advance(1_000);
  const { id } = await createTestReportFile(tenant);
  await queryTestDatabase("UPDATE report_files SET run = 2 WHERE id = $1", [id]);
  const step = (run: number) => reports.step({ id, run }, { stepMs: 0, size: 2 });
  assert.equal((await step(1)).isMore, false);
  await Promise.all([step(2), step(2), step(2)]);
  while ((await step(2)).isMore);
  assert.equal((await step(2)).isMore, false);
  const row = await getPrisma().reportFile.findUniqueOrThrow({ where: { id } });
  assert.deepEqual([row.state, row.rowCount, row.totalCount], ["done", 6, 6]);
  const { text } = await download((await get(tenant, id)).fileUrl ?? "");
  assert.equal(new Set(rowsOf(text).map(({ record_id }) => record_id)).size, 6);
  assert.equal(rowsOf(text).length, 6);
});

test("a report lost with a process is handed over again, and fails after ten times", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { id } = await createTestReportFile(tenant);
  const row = () => getPrisma().reportFile.findUniqueOrThrow({ where: { id } });
  const lose = () =>
    queryTestDatabase("UPDATE report_files SET state = 'running', touched_at = $2, run = run + 1 WHERE id = $1", [
      ...[id, clock.now()],
    ]);
  await lose();
  clock.advance(4 * 60_000);
  assert.equal(await makeReportFiles(), 0, "it may be on its way");
  await queryTestDatabase("UPDATE report_files SET run = 10 WHERE id = $1", [id]);
  clock.advance(2 * 60_000);
  assert.equal(await makeReportFiles(), 0);
  assert.equal((await row()).state, "failed");
  const failed = await get(tenant, id);
  assert.deepEqual([failed.status, failed.fileUrl], ["failed", null]);
  const { id: other } = await createTestReportFile(tenant);
  await queryTestDatabase("UPDATE report_files SET state = 'running', touched_at = $2 WHERE id = $1", [
    other,
    clock.now(),
  ]);
  clock.advance(6 * 60_000);
  assert.equal(await makeReportFiles(), 1);
  assert.equal((await get(tenant, other)).status, "done");
});
