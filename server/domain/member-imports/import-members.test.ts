import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { bulkJobs, listBulkJobs } from "@/server/domain/bulk-jobs";
import type { StaffCaller } from "@/server/domain/caller";
import { createMember } from "@/server/domain/members";
import { assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { beginJobs, finishJobs } from "@/server/testing/long-jobs";
import { findStoredText } from "@/server/testing/stored-text";
import { importMembers, previewImport } from ".";

withTestDatabase();

const HEAD = "name,email,externalId,currency,amount";
const fileOf = (...rows: readonly string[]) => [HEAD, ...rows].join("\r\n");
const start = (staff: StaffCaller, text: string, isInviting = false) =>
  importMembers(staff, { text, isInviting }, null);

/** With a proved email, which inviting requires. */
async function proved(tenant: TestTenant, role: "owner" | "admin" | "viewer" = "admin"): Promise<StaffCaller> {
  const { staff, user } = await createTestPerson(tenant, role);
  await queryTestDatabase("UPDATE users SET email_proved_at = now() WHERE id = $1", [user.id]);
  return staff;
}

const membersOf = ({ id }: TestTenant) =>
  getPrisma().member.findMany({
    where: { tenantId: id },
    orderBy: { name: "asc" },
    include: { accounts: true, invitations: true },
  });

async function jobOf(staff: StaffCaller) {
  const [job, ...more] = await listBulkJobs(staff, { act: "create_members", subjectId: null });
  assert.ok(job && more.length === 0);
  return job;
}

const TABLES = ["members", "accounts", "invitations", "emails", "bulk_jobs", "audit_records", "postings"];
const countAll = () => Promise.all(TABLES.map((table) => countRows(table)));

test("the preview says of each row what would become of it, and writes nothing", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const own = { tenantId: tenant.id, name: "Known" };
  await createMember(staff, { ...own, externalId: "7" });
  await createMember(staff, { ...own, email: "Known@Noted.test" });
  const { staff: other } = await createTestPerson(await createTestTenant(), "owner");
  await createMember(other, { tenantId: other.tenantId, name: "Other", externalId: "8", email: "other@noted.test" });
  const before = await countAll();
  const text = fileOf(
    "Ada,ada@new.test,,USD,5",
    "Ben,,7",
    "Cid,known@noted.test",
    "Dan,known@noted.test,8",
    "Eve,other@noted.test",
    ",x",
  );
  const { rows, invitations } = await previewImport(staff, { text });
  assert.deepEqual(
    rows.map(({ line, state, isInvitable }) => [line, state, isInvitable]),
    [
      [2, "new", true],
      [3, "there", false],
      [4, "there", false],
      [5, "new", true],
      [6, "new", true],
      [7, "wrong", false],
    ],
  );
  assert.deepEqual(invitations, { left: 20, because: null });
  assert.deepEqual(await countAll(), before);
});

test("imported members get account, test money, and invitation as by the form; no row of the file is left", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const text = fileOf('=HYPERLINK(1),quuxley@new.test,7,EUR,"12,50"', "Ben,ben@new.test", "Cid,,,USD");
  const { id } = await start(staff, text, true);
  assert.ok((await findStoredText("quuxley")).length > 0);
  await finishJobs(bulkJobs);
  const job = await jobOf(staff);
  assert.deepEqual(
    [job.itemIds, job.outcomes],
    [
      ["2", "3", "4"],
      ["done", "done", "done"],
    ],
  );
  const [hyper, ben, cid] = await membersOf(tenant);
  assert.deepEqual([hyper?.name, hyper?.email, hyper?.externalId], ["=HYPERLINK(1)", "quuxley@new.test", "7"]);
  assert.deepEqual([hyper?.accounts[0]?.currency, ben?.accounts.length, cid?.accounts[0]?.currency], ["EUR", 0, "USD"]);
  assert.deepEqual(
    [hyper?.invitations[0]?.email, ben?.invitations.length, cid?.invitations.length],
    ["quuxley@new.test", 1, 0],
  );
  const { contents } = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id } });
  assert.deepEqual(contents, []);
  const audited = await getPrisma().auditRecord.findMany({ where: { subjectId: hyper?.id ?? "" } });
  assert.deepEqual(
    audited.map(({ action, actor, requestId }) => [action, actor, requestId]),
    [["member.created", `user ${staff.userId}`, job.requestId]],
  );
  assert.equal(await countRows("postings"), 1);
  await assertBooksBalance();
});

test("no one is invited unless it was asked for", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  await start(staff, fileOf("Ada,ada@new.test"));
  await finishJobs(bulkJobs);
  const [ada] = await membersOf(tenant);
  assert.deepEqual([ada?.email, ada?.invitations], ["ada@new.test", []]);
});

test("a crash between a member and the note of it makes no member twice", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const funded = await countRows("postings");
  const { id } = await start(staff, fileOf("Ada,,7,USD,5", "Ben,ben@new.test,,USD,5", "Cid,,,USD,5"));
  const lose = () =>
    queryTestDatabase("UPDATE bulk_jobs SET outcomes = '{}', touched_at = NULL WHERE id = $1 AND finished_at IS NULL", [
      id,
    ]);
  const [run] = await beginJobs(bulkJobs);
  assert.ok(run);
  for (let done = 0; done < 2; done += 1) await bulkJobs.step(run, { stepMs: 0 });
  await lose();
  const [again] = await beginJobs(bulkJobs);
  assert.equal(again?.run, 2);
  assert.equal((await bulkJobs.step(run)).isMore, false, "a run that was replaced does nothing");
  const twins = Array.from({ length: 4 }, () => bulkJobs.step(again ?? run));
  assert.equal((await Promise.allSettled(twins)).filter(({ status }) => status === "rejected").length, 0);
  await finishJobs(bulkJobs);
  assert.deepEqual((await jobOf(staff)).outcomes, ["done", "done", "done"]);
  assert.deepEqual(
    (await membersOf(tenant)).map(({ name }) => name),
    ["Ada", "Ben", "Cid"],
  );
  assert.equal(await countRows("postings"), funded + 3);
});

test("the same file again creates no one, and of two at once each row is created by one", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const text = fileOf("Ada,,7", "Ben,ben@new.test");
  await start(staff, text);
  await start(staff, text);
  const runs = await beginJobs(bulkJobs);
  assert.equal(runs.length, 2);
  await Promise.all(runs.map((run) => bulkJobs.step(run)));
  const outcomes = (await listBulkJobs(staff, { act: "create_members", subjectId: null })).map(
    ({ outcomes }) => outcomes,
  );
  assert.deepEqual(
    [0, 1].map((row) => outcomes.map((of) => of[row]).sort()),
    [
      ["done", "external_id_taken"],
      ["done", "validation_error"],
    ],
  );
  assert.equal((await membersOf(tenant)).length, 2);
  await assert.rejects(start(staff, text), /No row of the file is a new member/);
});

test("a member invited by another form is there, by that email", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  await start(staff, fileOf("Ada,ada@new.test"), true);
  await finishJobs(bulkJobs);
  await queryTestDatabase("UPDATE members SET email = NULL");
  const { rows } = await previewImport(staff, { text: fileOf("Ada,ADA@new.test") });
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["there"],
  );
});

test("invitations go to the first rows, as many as there may be today; who finds none left is not created", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const rows = Array.from({ length: 23 }, (_, row) => `M${String(row).padStart(2, "0")},m${row}@new.test`);
  const preview = await previewImport(staff, { text: fileOf(...rows) });
  assert.equal(preview.rows.filter(({ isInvitable }) => isInvitable).length, 20);
  // Both files are requested before any of the day's invitations is used.
  await start(staff, fileOf(...rows), true);
  const [late] = [await start(staff, fileOf("Zoe,zoe@new.test", "Zed"), true)];
  for (const run of (await beginJobs(bulkJobs)).sort((a) => (a.id === late?.id ? 1 : -1))) {
    while ((await bulkJobs.step(run)).isMore);
  }
  const members = await membersOf(tenant);
  assert.equal(members.length, 24);
  assert.equal(members.filter(({ invitations }) => invitations.length > 0).length, 20);
  const { outcomes } = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id: late?.id ?? "" } });
  assert.deepEqual(outcomes, ["daily_limit_reached", "done"]);
});

test("an import is refused without the right, to a shared login, and in live without approval", async () => {
  const tenant = await createTestTenant();
  const text = fileOf("Ada,ada@new.test");
  const viewer = await proved(tenant, "viewer");
  for (const refused of [previewImport(viewer, { text }), start(viewer, text)]) {
    await assert.rejects(refused, { code: "not_permitted" });
  }
  const { staff: shared } = await createTestPerson(tenant, "admin", { isShared: true });
  assert.deepEqual((await previewImport(shared, { text })).invitations, { left: 0, because: "shared" });
  const { staff: unproved, user } = await createTestPerson(tenant, "admin");
  await queryTestDatabase("UPDATE users SET email_proved_at = NULL WHERE id = $1", [user.id]);
  assert.deepEqual((await previewImport(unproved, { text })).invitations, { left: 0, because: "unproved" });
  const live = await createTestTenant({ environment: "live" });
  const { staff: admin } = await createTestPerson(live, "owner");
  await queryTestDatabase("UPDATE tenants SET live_approved_at = NULL WHERE id = $1", [live.id]);
  await assert.rejects(start(admin, text), { code: "not_enabled" });
});

test("in live no money comes from a file, whatever a job says", async () => {
  const live = await createTestTenant({ environment: "live" });
  const { staff } = await createTestPerson(live, "owner");
  await approveTestTenant(live);
  const funded = await countRows("postings");
  const { rows } = await previewImport(staff, { text: fileOf("Ada,,,USD,5", "Ben,,,USD") });
  assert.deepEqual(
    rows.map(({ state, issues }) => [state, issues.map(({ field }) => field)]),
    [
      ["wrong", ["amount"]],
      ["new", []],
    ],
  );
  const { id } = await start(staff, fileOf("Ada,,,USD,5", "Ben,,,USD"));
  const forged = JSON.stringify({ name: "Ben", account: { currency: "USD", amount: "5" }, invited: null });
  await queryTestDatabase("UPDATE bulk_jobs SET contents = ARRAY[$2] WHERE id = $1", [id, forged]);
  await finishJobs(bulkJobs);
  assert.deepEqual((await jobOf(staff)).outcomes, ["not_found"]);
  assert.deepEqual([await countRows("postings"), await membersOf(live)], [funded, []]);
});

test("a right lost halfway creates no more, and the rest is forgotten with the job", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const { id } = await start(staff, fileOf("Ada", "Ben", "Cid"));
  const [run] = await beginJobs(bulkJobs);
  assert.ok(run);
  await bulkJobs.step(run, { stepMs: 0 });
  await getPrisma().role.updateMany({ where: { userId: staff.userId }, data: { kind: "tenant_viewer" } });
  while ((await bulkJobs.step(run)).isMore);
  const { outcomes, contents } = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id } });
  assert.deepEqual([outcomes, contents], [["done", "not_permitted", "not_permitted"], []]);
});

test("an abandoned job keeps nothing of its file", async () => {
  const tenant = await createTestTenant();
  const staff = await proved(tenant);
  const mark = `Mark${randomUUID().slice(0, 8)}`;
  const { id } = await start(staff, fileOf(mark));
  await queryTestDatabase("UPDATE bulk_jobs SET run = 10, touched_at = now() - interval '1 hour' WHERE id = $1", [id]);
  assert.deepEqual(await beginJobs(bulkJobs), []);
  const { finishedAt, contents } = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id } });
  assert.ok(finishedAt);
  assert.deepEqual([contents, await findStoredText(mark)], [[], []]);
});
