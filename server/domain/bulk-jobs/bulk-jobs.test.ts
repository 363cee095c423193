import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { StaffCaller } from "@/server/domain/caller";
import { bindJobQueue, handOverJobs } from "@/server/domain/long-jobs";
import { removePerson } from "@/server/domain/team";
import { untilIdle } from "@/server/domain/wake";
import { jobQueue, LONG_JOBS } from "@/server/inngest/long-jobs";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { createTestCode, outcomeOf, storedCode, type TestCode } from "@/server/testing/factories/payment-codes";
import { openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestPerson, slugOf } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { beginJobs, finishJobs } from "@/server/testing/long-jobs";
import { waitUntil } from "@/server/testing/wait-until";
import { bulkJobs, listBulkJobs, startBulkJob } from ".";

withTestDatabase();
allowLocalhost();

const OF_CODES = { act: "revoke_codes", subjectId: null } as const;
const idsOf = (codes: readonly Pick<TestCode, "recordId">[]) => codes.map(({ recordId }) => recordId);

async function makeCodes(tenant: TestTenant, count: number): Promise<TestCode[]> {
  const codes: TestCode[] = [];
  while (codes.length < count) codes.push(await createTestCode(tenant));
  return codes;
}

const countRevoked = (id: string) =>
  getPrisma().auditRecord.count({ where: { subjectId: id, action: "payment_code.revoked" } });

async function only(staff: StaffCaller, of: Parameters<typeof listBulkJobs>[1] = OF_CODES) {
  const [job, ...more] = await listBulkJobs(staff, of);
  assert.ok(job && more.length === 0);
  return job;
}

/** Simulates a crash: the work is done, the notes of it are lost. */
function loseNotes(id: string): Promise<unknown> {
  return queryTestDatabase(
    "UPDATE bulk_jobs SET outcomes = '{}', finished_at = NULL, touched_at = NULL WHERE id = $1",
    [id],
  );
}

test("a bulk job is done by the engine, without a page, and is found again with each outcome", async (t) => {
  const tenant = await createTestTenant();
  const { user } = await createTestPerson(tenant, "admin");
  const [first, spent, last] = await makeCodes(tenant, 3);
  assert.ok(first && spent && last);
  assert.equal(await outcomeOf(tenant, spent), "approved");
  await startDeliveries(t);
  bindJobQueue(LONG_JOBS, jobQueue);
  t.after(() => bindJobQueue([], null));
  const session = await openTestSession(user);
  const place = { tenant: await slugOf(tenant), environment: tenant.environment };
  const asked = { ...place, act: "revoke_codes", ids: idsOf([first, spent, last]), key: randomUUID() } as const;
  const started = await Promise.all([1, 2].map(() => portalOf(session).tenant.bulkJobs.start(asked)));
  assert.equal(new Set(started.map(({ id }) => id)).size, 1, "sent twice it is one job");
  // The job goes on without the session.
  await getPrisma().portalSession.updateMany({ where: { userId: user.id }, data: { revokedAt: now() } });
  const job = await waitUntil("the end of the job", () =>
    getPrisma().bulkJob.findFirst({ where: { tenantId: tenant.id, finishedAt: { not: null } } }),
  );
  assert.deepEqual(job.outcomes, ["done", "used", "done"]);
  for (const code of [first, last]) assert.equal((await storedCode(code)).status, "revoked");
  const back = portalOf(await openTestSession(user)).tenant.bulkJobs;
  const { jobs } = await back.list({ ...place, act: "revoke_codes" });
  const failures = [{ id: spent.recordId, reason: "used" }];
  assert.deepEqual(jobs, [
    { id: job.id, act: "revoke_codes", total: 3, seen: 3, done: 2, failures, isHeld: false, isUnderWay: false },
  ]);
  const audited = await getPrisma().auditRecord.findMany({ where: { subjectId: first.recordId } });
  const revocation = audited.find(({ action }) => action === "payment_code.revoked");
  assert.deepEqual([revocation?.actor, revocation?.requestId], [`user ${user.id}`, job.requestId]);
});

test("a crash between a record and its note does no record twice, and it is noted as done", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const codes = await makeCodes(tenant, 3);
  const { id } = await startBulkJob(staff, { ...OF_CODES, ids: idsOf(codes) }, null);
  const [run] = await beginJobs(bulkJobs);
  assert.ok(run && run.id === id);
  assert.equal((await bulkJobs.step(run, { stepMs: 0 })).isMore, true);
  assert.deepEqual((await only(staff)).outcomes, ["done"]);
  await loseNotes(id);
  const [again] = await beginJobs(bulkJobs);
  assert.equal(again?.run, 2);
  assert.equal((await bulkJobs.step(run)).isMore, false, "a run that was replaced does nothing");
  const twins = Array.from({ length: 4 }, () => bulkJobs.step(again ?? run));
  assert.equal((await Promise.allSettled(twins)).filter(({ status }) => status === "rejected").length, 0);
  await loseNotes(id);
  await finishJobs(bulkJobs);
  assert.deepEqual((await only(staff)).outcomes, ["done", "done", "done"]);
  for (const { recordId } of codes) assert.equal(await countRevoked(recordId), 1);
});

test("deliveries of a webhook are retried once each; what can’t be retried, or is another’s, says why", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "developer");
  const { url } = await startReceiver();
  const { subscriptionId, deliveryId } = await createTestDelivery(url, tenant);
  const others = await createTestDelivery(url);
  const dueAt = new Date(now().getTime() + 3_600_000);
  const where = { id: { in: [deliveryId, others.deliveryId] } };
  await getPrisma().webhookDelivery.updateMany({ where, data: { status: "failed", attempt: 1, nextAttemptAt: dueAt } });
  const of = { act: "retry_deliveries", subjectId: subscriptionId } as const;
  const { id } = await startBulkJob(staff, { ...of, ids: [deliveryId, others.deliveryId, deliveryId] }, null);
  await finishJobs(bulkJobs);
  const retried = await getPrisma().webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  assert.ok(retried.nextAttemptAt && retried.nextAttemptAt < dueAt);
  await getPrisma().webhookDelivery.update({ where: { id: deliveryId }, data: { nextAttemptAt: dueAt } });
  await loseNotes(id);
  await finishJobs(bulkJobs);
  const kept = await getPrisma().webhookDelivery.findMany({ where });
  assert.ok(kept.every(({ nextAttemptAt }) => nextAttemptAt?.getTime() === dueAt.getTime()));
  assert.deepEqual((await only(staff, of)).outcomes, ["done", "delivery_not_found"]);
  assert.deepEqual(await listBulkJobs(staff, { ...of, subjectId: others.subscriptionId }), []);
});

test("a right lost halfway refuses the rest, and so does leaving", async () => {
  const tenant = await createTestTenant();
  const owner = await createTestPerson(tenant, "owner");
  const leave = [
    (userId: string) => getPrisma().role.updateMany({ where: { userId }, data: { kind: "tenant_viewer" } }),
    (userId: string) => removePerson(owner.staff, { userId }),
  ];
  for (const lose of leave) {
    const { staff } = await createTestPerson(tenant, "admin");
    const codes = await makeCodes(tenant, 3);
    const { id } = await startBulkJob(staff, { ...OF_CODES, ids: idsOf(codes) }, null);
    const [run] = await beginJobs(bulkJobs);
    assert.ok(run);
    await bulkJobs.step(run, { stepMs: 0 });
    await lose(staff.userId);
    while ((await bulkJobs.step(run)).isMore);
    const { outcomes, finishedAt } = await getPrisma().bulkJob.findUniqueOrThrow({ where: { id } });
    assert.deepEqual(outcomes, ["done", "not_permitted", "not_permitted"]);
    assert.ok(finishedAt);
    assert.deepEqual(
      (await Promise.all(codes.map(storedCode))).map(({ status }) => status),
      ["revoked", "active", "active"],
    );
  }
});

test("another tenant sees nothing, touches nothing, and who may not begins nothing", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const [{ staff }, stranger] = [await createTestPerson(tenant, "owner"), await createTestPerson(other, "owner")];
  const viewer = await createTestPerson(tenant, "viewer");
  const codes = await makeCodes(tenant, 1);
  await assert.rejects(startBulkJob(viewer.staff, { ...OF_CODES, ids: idsOf(codes) }, null), { code: "not_permitted" });
  const ids = [...idsOf(codes), newRecordId(now())];
  await startBulkJob(stranger.staff, { ...OF_CODES, ids }, null);
  await finishJobs(bulkJobs);
  assert.deepEqual((await only(stranger.staff)).outcomes, ["payment_code_not_found", "payment_code_not_found"]);
  assert.deepEqual(await listBulkJobs(staff, OF_CODES), []);
  assert.deepEqual(await listBulkJobs({ ...stranger.staff, environment: "live" }, OF_CODES), []);
  for (const code of codes) assert.equal((await storedCode(code)).status, "active");
});

test("a job lost again and again is given up; its work stands, and an hour later it is no news", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const codes = await makeCodes(tenant, 2);
  await startBulkJob(staff, { ...OF_CODES, ids: idsOf(codes) }, null);
  const [first] = await beginJobs(bulkJobs);
  assert.ok(first);
  await bulkJobs.step(first, { stepMs: 0 });
  assert.deepEqual(await beginJobs(bulkJobs), [], "it is not lost yet");
  for (let run = 2; run <= 10; run += 1) {
    clock.advance(6 * 60_000);
    assert.deepEqual(await beginJobs(bulkJobs), [{ id: first.id, run }]);
  }
  clock.advance(6 * 60_000);
  assert.deepEqual(await beginJobs(bulkJobs), []);
  const later = async (ms: number) => {
    clock.advance(ms);
    return listBulkJobs({ ...staff, now: now() }, OF_CODES);
  };
  const [given] = await later(0);
  assert.deepEqual([given?.outcomes, given?.finishedAt !== null], [["done"], true]);
  assert.equal((await later(59 * 60_000)).length, 1);
  assert.equal((await later(2 * 60_000)).length, 0);
});

test("twenty jobs under way of a tenant allow no other; a job that no queue took is handed over anew", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const ids = [newRecordId(now())];
  const start = () => startBulkJob(staff, { ...OF_CODES, ids }, null);
  const started = await Promise.allSettled(Array.from({ length: 22 }, start));
  assert.equal(started.filter(({ status }) => status === "fulfilled").length, 20);
  await assert.rejects(start(), { code: "limit_reached" });
  bindJobQueue([bulkJobs], () => Promise.reject(new Error("no engine")));
  // Binding starts a hand-over of its own, which briefly claims the jobs.
  await untilIdle("jobs");
  await assert.rejects(handOverJobs({ now: now() }));
  bindJobQueue([], null);
  await finishJobs(bulkJobs);
  await start();
});
