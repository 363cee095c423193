import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { openFloat } from "@/server/domain/bank";
import { bulkJobs, decideHeldJob } from "@/server/domain/bulk-jobs";
import type { Environment } from "@/server/domain/caller";
import { fundAccount } from "@/server/domain/members";
import { notifyPeople } from "@/server/domain/notifications";
import { listHeldFiles } from "@/server/domain/queries";
import { DAY_MS, now } from "@/server/platform/clock";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { beginJobs, finishJobs } from "@/server/testing/long-jobs";
import { fundFile, previewFundings } from ".";

withTestDatabase();

const HEAD = "member,amount,reference,currency";
const fileOf = (...rows: readonly string[]) => [HEAD, ...rows].join("\r\n");

async function setUp(floatMinor: bigint, environment: Environment = "test") {
  const tenant = await createTestTenant({ environment });
  if (environment === "live") await approveTestTenant(tenant);
  const { staff } = await createTestPerson(tenant, "admin");
  const [ada, ben] = [
    await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" }),
    await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" }),
  ];
  await getPrisma().member.update({ where: { id: ben.memberId }, data: { externalId: "staff-2" } });
  const { id: float } = await openFloat(staff, { currency: "EUR" }, null);
  if (floatMinor > 0n)
    await fundAccount(networkCaller(environment), { accountId: float, currency: "EUR", amountMinor: floatMinor });
  const events = () => getPrisma().event.count({ where: { tenantId: tenant.id, type: "funding.created" } });
  return { tenant, staff, ada, ben, float, events };
}

test("a file funds each row once, however often it is sent; new rows of it are added", async () => {
  const { staff, ada, ben, float, events } = await setUp(100_00n);
  const rows = [`${ada.memberId},10,S-1`, `staff-2,"٥٫٥٠",S-2,EUR`, `${ada.accountId},1,S-3`];
  const preview = await previewFundings(staff, { text: fileOf(...rows) });
  assert.deepEqual(
    preview.rows.map(({ state }) => state),
    ["new", "new", "new"],
  );
  assert.deepEqual(preview.totals, [{ currency: "EUR", totalMinor: 16_50n, availableMinor: 100_00n }]);
  // Started twice before either is done: the second finds the rows there at their turn.
  await fundFile(staff, { text: fileOf(...rows) }, null);
  await fundFile(staff, { text: fileOf(...rows, `${ben.memberId},2,S-4`) }, null);
  await finishJobs(bulkJobs);
  await assertBalance(ada.accountId, { postedMinor: 11_00n, heldMinor: 0n });
  await assertBalance(ben.accountId, { postedMinor: 7_50n, heldMinor: 0n });
  await assertBalance(float, { postedMinor: 81_50n, heldMinor: 0n });
  assert.equal(await events(), 4, "one event a funding");
  const again = await previewFundings(staff, { text: fileOf(...rows) });
  assert.deepEqual(
    again.rows.map(({ state }) => state),
    ["there", "there", "there"],
  );
  await assert.rejects(fundFile(staff, { text: fileOf(...rows) }, null), /funded already/);
  await assertBooksBalance();
});

test("a crash between a turn and its note funds nothing twice", async () => {
  const { staff, ada, float } = await setUp(1_000_00n);
  const rows = Array.from({ length: 250 }, (_, index) => `${ada.memberId},1,C-${index}`);
  await fundFile(staff, { text: fileOf(...rows) }, null);
  const [run] = await beginJobs(bulkJobs);
  assert.ok(run);
  assert.equal((await bulkJobs.step(run, { stepMs: 0 })).isMore, true);
  await assertBalance(ada.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await queryTestDatabase("UPDATE bulk_jobs SET outcomes = '{}', touched_at = NULL WHERE finished_at IS NULL");
  await finishJobs(bulkJobs);
  await assertBalance(ada.accountId, { postedMinor: 250_00n, heldMinor: 0n });
  await assertBalance(float, { postedMinor: 750_00n, heldMinor: 0n });
  assert.equal((await getPrisma().bulkJob.findFirstOrThrow({ where: { id: run.id } })).contents.length, 0);
  await assertBooksBalance();
});

test("each problem is named by its row, and a file with one funds nothing", async () => {
  const { staff, ada } = await setUp(100_00n);
  const other = await createTestCard(await createTestTenant(), { currency: "EUR" });
  const good = `${ada.memberId},1,P-1`;
  for (const [row, issue] of [
    ["nobody,1,P-2", /Member: none of yours has the id nobody/],
    [`${other.memberId},1,P-2`, /Member: none of yours/],
    [`${ada.memberId},1,P-2,USD`, /Currency: this member has no account in USD/],
    [`${ada.memberId},1.005,P-2`, /Amount: enter one in EUR/],
    [`${ada.memberId},-1,P-2`, /Amount/],
    [`${ada.memberId},1,`, /Reference/],
    [`${ada.memberId},1,"P\n2"`, /Reference: use 1 to 140 characters, on one line/],
    [good, /Is on line 2 already/],
  ] as const) {
    const text = fileOf(good, row);
    const { rows } = await previewFundings(staff, { text });
    assert.match(rows[1]?.issue ?? "", issue);
    await assert.rejects(fundFile(staff, { text }, null), issue);
  }
  await assert.rejects(previewFundings(staff, { text: "member,amount\n1,2" }), /“reference” is missing/);
  const long = fileOf(...Array.from({ length: 10_001 }, () => "x,1,y"));
  await assert.rejects(previewFundings(staff, { text: long }), /has 10,001 rows/);
  await assertBalance(ada.accountId, { postedMinor: 0n, heldMinor: 0n });
});

test("without enough in the float nothing begins; a float spent meanwhile leaves the rest, named", async () => {
  const { staff, ada, tenant, float } = await setUp(120_00n);
  await assert.rejects(
    fundFile(staff, { text: fileOf(`${ada.memberId},120.01,F-1`) }, null),
    /less than the file’s total/,
  );
  const rows = Array.from({ length: 110 }, (_, index) => `${ada.memberId},1,F-${index}`);
  await fundFile(staff, { text: fileOf(...rows) }, null);
  await queryTestDatabase("UPDATE accounts SET posted_minor = posted_minor - 1500 WHERE id = $1", [float]);
  await finishJobs(bulkJobs);
  const job = await getPrisma().bulkJob.findFirstOrThrow({ where: { tenantId: tenant.id } });
  assert.deepEqual(
    [job.itemIds, job.outcomes],
    [
      ["2–101", "102–111"],
      ["done", "float_exceeded"],
    ],
  );
  await assertBalance(ada.accountId, { postedMinor: 100_00n, heldMinor: 0n });
});

test("in live a file above the limit, or with the day’s others, waits for a second person, and moves once", async () => {
  const { tenant, staff, ada, float, events } = await setUp(50_000_00n, "live");
  const { staff: second, user } = await createTestPerson(tenant, "owner");
  const file = (amount: number, reference: string) => ({ text: fileOf(`${ada.memberId},${amount},${reference}`) });
  assert.equal((await fundFile(staff, file(9_000, "A-1"), null)).isHeld, false);
  const { id, isHeld } = await fundFile(staff, file(1_000.5, "A-2"), null);
  assert.equal(isHeld, true);
  await finishJobs(bulkJobs);
  await assertBalance(ada.accountId, { postedMinor: 9_000_00n, heldMinor: 0n });
  const [held, ...others] = await listHeldFiles(second);
  assert.deepEqual([held?.id, held?.sums, held?.isOwn, others.length], [id, { EUR: "100050" }, false, 0]);
  await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { kind: "funding_file_asked" } });
  assert.deepEqual(
    told.map(({ userId }) => userId),
    [user.id],
  );

  const { staff: viewer } = await createTestPerson(tenant, "viewer");
  const { staff: stranger } = await createTestPerson(await createTestTenant({ environment: "live" }), "owner");
  const approval = { id, isApproved: true };
  await assert.rejects(decideHeldJob(staff, approval), { code: "not_permitted" });
  await assert.rejects(decideHeldJob(viewer, approval), { code: "not_permitted" });
  await assert.rejects(decideHeldJob(stranger, approval), { code: "not_found" });
  const ends = await Promise.allSettled(
    [true, true, false].map((isApproved) => decideHeldJob(second, { id, isApproved })),
  );
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
  const approved = ends[2]?.status !== "fulfilled";
  await finishJobs(bulkJobs);
  await assertBalance(ada.accountId, { postedMinor: approved ? 10_000_50n : 9_000_00n, heldMinor: 0n });
  assert.equal(await events(), approved ? 2 : 1);
  assert.equal((await getPrisma().notification.findFirstOrThrow({ where: { userId: user.id } })).readAt !== null, true);
  await assertBalance(float, { postedMinor: approved ? 39_999_50n : 41_000_00n, heldMinor: 0n });
});

test("every live file that waits is emailed, however many one person sent that day", async () => {
  const { tenant, staff, ada } = await setUp(50_000_00n, "live");
  const { staff: second, user } = await createTestPerson(tenant, "owner");
  for (let sent = 1; sent <= 5; sent += 1) {
    const { id } = await fundFile(staff, { text: fileOf(`${ada.memberId},10001,E-${sent}`) }, null);
    await notifyPeople({ now: now() });
    await decideHeldJob(second, { id, isApproved: false });
  }
  assert.equal(await getPrisma().email.count({ where: { recipient: user.email } }), 5);
});

test("its author withdraws a held file; one that nobody decides ends after a week with its rows", async () => {
  const { staff, ada } = await setUp(50_000_00n, "live");
  const file = (reference: string) => ({ text: fileOf(`${ada.memberId},20000,${reference}`) });
  const { id: withdrawn } = await fundFile(staff, file("W-1"), null);
  await decideHeldJob(staff, { id: withdrawn, isApproved: false });
  const { id: forgotten } = await fundFile(staff, file("W-2"), null);
  await getPrisma().bulkJob.update({
    where: { id: forgotten },
    data: { touchedAt: new Date(now().getTime() - DAY_MS) },
  });
  await finishJobs(bulkJobs);
  for (const id of [withdrawn, forgotten]) {
    const job = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id } });
    assert.deepEqual([job.isHeld, job.contents, job.outcomes], [false, [], []]);
    assert.ok(job.finishedAt);
  }
  assert.deepEqual(await listHeldFiles(staff), []);
  await assertBalance(ada.accountId, { postedMinor: 0n, heldMinor: 0n });
});
