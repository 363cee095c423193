import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { notifyPeople } from "@/server/domain/notifications";
import { HOUR_MS, now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { answerDispute, closeDispute, openDispute } from ".";

withTestDatabase();

const REASON = "not_recognized" as const;

test("a payment is disputed once, however often and however fast", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  const { recordId: id } = await authorize(tenant, card, 5);
  const disputes = await Promise.all(
    Array.from({ length: 6 }, (_, i) => openDispute(caller, { id, reason: REASON, note: `note ${i}` })),
  );
  assert.equal(new Set(disputes.map((dispute) => dispute.id)).size, 1);
  assert.equal(await getPrisma().dispute.count({ where: { authorizationId: id } }), 1);
  const audited = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["dispute.opened"],
  );
  const { recordId: declined } = await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  assert.ok(declined);
  assert.equal((await openDispute(caller, { id: declined, reason: REASON, note: null })).note, null);
});

test("only the paid merchant's tenant closes a dispute, once, and as refunded only after money went back", async () => {
  const [acquirer, issuer] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(issuer);
  const { recordId } = await authorize(acquirer, card, 7);
  await capture(acquirer, recordId, 7);
  const { id } = await openDispute(memberCaller(issuer, card), { id: recordId, reason: REASON, note: "Not me." });
  const { staff } = await createTestPerson(acquirer, "admin");
  const { staff: stranger } = await createTestPerson(issuer, "owner");
  const { staff: viewer } = await createTestPerson(acquirer, "viewer");
  const closing = { id, outcome: "refunded", message: "Sorry." } as const;
  await assert.rejects(closeDispute(stranger, closing, null), { code: "dispute_not_found" });
  await assert.rejects(closeDispute(viewer, closing, null), { code: "not_permitted" });
  await assert.rejects(closeDispute(staff, closing, null), { code: "dispute_not_refunded" });
  await reverse(acquirer, recordId, 3);
  const ends = await Promise.allSettled([1, 2, 3].map(() => closeDispute(staff, closing, null)));
  const [closed] = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  assert.deepEqual([closed?.outcome, closed?.message, closed?.returnedMinor], ["refunded", "Sorry.", 3_00n]);
  assert.deepEqual(
    ends.flatMap((end) => (end.status === "rejected" ? [end.reason.code] : [])),
    ["dispute_closed", "dispute_closed"],
  );
  assert.equal(await getPrisma().auditRecord.count({ where: { subjectId: id, action: "dispute.closed" } }), 1);
});

test("a refund counts as since a dispute if it followed it, whatever their clocks said", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { staff } = await createTestPerson(tenant, "owner");
  for (const aheadMs of [-HOUR_MS, HOUR_MS]) {
    const member = { ...memberCaller(tenant, card), now: new Date(now().getTime() + aheadMs) };
    const { recordId: id } = await authorize(tenant, card, 10);
    await reverse(tenant, id, 1);
    await capture(tenant, id, 9);
    await reverse(tenant, id, 3);
    const dispute = await openDispute(member, { id, reason: REASON, note: null });
    const closing = { id: dispute.id, outcome: "refunded", message: null } as const;
    await assert.rejects(closeDispute(staff, closing, null), { code: "dispute_not_refunded" });
    await reverse(tenant, id, 2.5);
    assert.equal((await closeDispute(staff, closing, null)).returnedMinor, 2_50n);
  }
});

test("a refund under way as a dispute is opened comes before it", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 10);
  await capture(tenant, id, 10);
  const refund = { text: "UPDATE authorizations SET family_refunded_minor = 400 WHERE id = $1", values: [id] };
  const caller = memberCaller(tenant, card);
  await whileUncommitted(refund, () => openDispute(caller, { id, reason: REASON, note: null }));
  const { returnedBeforeMinor } = await getPrisma().dispute.findUniqueOrThrow({ where: { authorizationId: id } });
  assert.equal(returnedBeforeMinor, 4_00n);
});

test("the member is told how a dispute ended, answers once, and that is told to the tenant", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const { staff, user: keeper } = await createTestPerson(tenant, "owner");
  const { recordId } = await authorize(tenant, card, 5);
  const wallet = portalOf(await openTestSession(user)).wallet.activity;
  const member = memberCaller(tenant, card);
  const answering = { id: recordId, answer: "I never was." };
  await assert.rejects(wallet.answerDispute(answering), { code: "NOT_FOUND" });
  await wallet.dispute({ id: recordId, reason: "wrong_amount", note: "It was 4." });
  await assert.rejects(wallet.answerDispute(answering), { code: "CONFLICT" });
  const { dispute } = await wallet.get({ id: recordId });
  assert.deepEqual([dispute?.reason, dispute?.closedAt, dispute?.canAnswer], ["wrong_amount", null, false]);

  const { id } = await openDispute(member, { id: recordId, reason: REASON, note: null });
  await closeDispute(staff, { id, outcome: "rejected", message: "The slip says 5." }, null);
  assert.equal((await wallet.get({ id: recordId })).dispute?.canAnswer, true);
  await wallet.answerDispute(answering);
  await wallet.answerDispute(answering);
  await assert.rejects(answerDispute(member, { ...answering, answer: "Another." }), { code: "dispute_not_answerable" });
  const after = (await wallet.get({ id: recordId })).dispute;
  assert.deepEqual(
    [after?.outcome, after?.message, after?.answer, after?.canAnswer],
    ["rejected", "The slip says 5.", "I never was.", false],
  );

  await notifyPeople({ now: now() });
  const kindsOf = async ({ id: userId }: { readonly id: string }) =>
    (await getPrisma().notification.findMany({ where: { userId } })).map(({ kind }) => kind);
  assert.deepEqual(await kindsOf(user), ["dispute_closed"]);
  assert.deepEqual(await kindsOf(keeper), ["dispute_answered"]);
});

test("builds from before read, write, and resolve disputes under their former name", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 5);
  const { userId } = (await createTestPerson(tenant, "owner")).staff;
  const { id } = await openDispute(memberCaller(tenant, card), { id: recordId, reason: REASON, note: "Mine." });
  const [resolved] = await getPrisma().$queryRaw<{ note: string }[]>`UPDATE transaction_reports
    SET resolved_at = now(), resolved_by = ${userId} WHERE id = ${id} AND resolved_at IS NULL RETURNING *`;
  assert.equal(resolved?.note, "Mine.");
  const { closedBy, outcome } = await getPrisma().dispute.findUniqueOrThrow({ where: { id } });
  assert.deepEqual([closedBy, outcome], [userId, null]);
});
