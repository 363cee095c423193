import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { createMemberCode } from "@/server/domain/payment-codes";
import { findDemo } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { getLimiter } from "@/server/platform/limiters";
import { MemberId, TenantId } from "@/server/platform/noun-ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { OPEN_TERMS } from "@/server/testing/factories/payment-code-rows";
import { createTestVisitor, outcomeOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

function visitor() {
  const { bench } = createTestVisitor();
  return {
    createCode: () => bench.createCode({ cap: 20 }),
    charge: (run: string, code: string) => bench.charge({ run, key: randomUUID(), code, amount: 4.5, isHold: false }),
  };
}

/** A run of the visitor's own, whose till then gets another code. */
async function ownRun(): Promise<string> {
  await getLimiter("demo-code", 100, 300).delete("all");
  return (await visitor().createCode()).run;
}

async function codeOf(memberId: string, tenantId: string): Promise<string> {
  const who = { memberId: MemberId.parse(memberId), tenantId: TenantId.parse(tenantId) };
  const caller = { kind: "member", environment: "test", now: now(), requestId: newRecordId(now()), ...who } as const;
  return (await createMemberCode(caller, OPEN_TERMS, null)).code;
}

test("no sandbox, no bench", async () => {
  assert.equal(await findDemo({ now: now(), requestId: "test" }), null);
  assert.equal(await outcomeOf(visitor().createCode()), "not_found");
  await seedSandbox();
});

test("a code as a person types it pays once, and each side has the same words", async () => {
  const { createCode, charge } = visitor();
  const { run, code } = await createCode();
  const { step } = await charge(run, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`);
  assert.equal(step.outcome, "approved");
  assert.match(step.payment.matchWords ?? "", /^[a-z]+ [a-z]+$/);
  assert.equal((await charge(run, code)).step.outcome, "declined", "it pays once");
});

test("codes of anyone else, of whatever tenant, are unknown to the till, and stay as they are", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const codes = [
    await codeOf("TESTmemberAlice01", "TESTtenantCoffee1"),
    await codeOf(card.memberId, tenant.id),
    "00000000",
  ];
  const run = await ownRun();
  const before = await getPrisma().authorization.count();
  for (const code of codes) {
    assert.equal(await outcomeOf(visitor().charge(run, code)), "payment_code_not_found");
  }
  assert.equal(await getPrisma().authorization.count(), before);
  assert.equal(await getPrisma().paymentCode.count({ where: { memberId: card.memberId, uses: { gt: 0 } } }), 0);
});

test("demo records are of the test environment, and of the demo’s own member and merchant", async () => {
  const prisma = getPrisma();
  const made = await prisma.authorization.findMany({
    where: { requestId: { not: "seed" } },
    select: { environment: true, merchantId: true, accountId: true },
  });
  assert.ok(made.length > 0);
  for (const row of made) {
    assert.deepEqual(row, {
      environment: "test",
      merchantId: "TESTmerchantCafe1",
      accountId: "TESTacctRobin0001",
    });
  }
});

test("one address makes sixty codes an hour and charges twice as often; the next visitor is not held up", async () => {
  const demo = visitor();
  const made: string[] = [];
  for (let i = 0; i < 61; i += 1) {
    made.push(await outcomeOf(demo.createCode()));
    await getLimiter("demo-code", 100, 300).delete("all");
  }
  assert.deepEqual([made[59], made[60]], ["ok", "rate_limit_exceeded"]);
  const charged: string[] = [];
  const run = await ownRun();
  for (let i = 0; i < 121; i += 1) charged.push(await outcomeOf(demo.charge(run, "00000000")));
  assert.deepEqual([charged[119], charged[120]], ["payment_code_not_found", "rate_limit_exceeded"]);
  assert.equal(await outcomeOf(visitor().createCode()), "ok");
});

test("all visitors together are bounded too, however many addresses they have", async () => {
  const run = await ownRun();
  await getLimiter("demo-code", 100, 300).set("all", 99, 300);
  assert.equal(await outcomeOf(visitor().createCode()), "ok");
  assert.equal(await outcomeOf(visitor().createCode()), "rate_limit_exceeded");
  assert.equal(await outcomeOf(visitor().charge(run, "00000000")), "payment_code_not_found");
});

test("few greedy addresses leave half to others, who wait for minutes at most", async () => {
  const overall = getLimiter("demo-code", 100, 300);
  await overall.delete("all");
  const flood = Array.from({ length: 20 }, () => visitor());
  const outcomes: string[] = [];
  for (const demo of flood) for (let i = 0; i < 10; i += 1) outcomes.push(await outcomeOf(demo.createCode()));
  // Five addresses take the first half; from the rest, each of the others gets its first.
  assert.equal(outcomes.filter((outcome) => outcome === "ok").length, 50 + 15);
  assert.equal((await overall.get("all"))?.consumedPoints, 50 + 15);
  const newcomers = Array.from({ length: 36 }, () => visitor());
  const served: string[] = [];
  for (const demo of newcomers) served.push(await outcomeOf(demo.createCode()));
  assert.deepEqual(served, [...Array.from({ length: 35 }, () => "ok"), "rate_limit_exceeded"]);
  await assert.rejects(
    visitor().createCode(),
    /^TRPCError: The demo is busy\. Try again in [1-5] min, or run your own\.$/,
  );
  await overall.delete("all");
});

test("codes refused by the till use up nothing of what all visitors may charge together", async () => {
  const [one, other] = [await ownRun(), await visitor().createCode()];
  const overall = getLimiter("demo-charge", 200, 300);
  await overall.set("all", 199, 300);
  const alices = await codeOf("TESTmemberAlice01", "TESTtenantCoffee1");
  for (const unknown of ["00000000", alices, other.code]) {
    assert.equal(await outcomeOf(visitor().charge(one, unknown)), "payment_code_not_found");
  }
  assert.equal((await overall.get("all"))?.consumedPoints, 199);
  assert.equal(await outcomeOf(visitor().charge(other.run, other.code)), "ok");
  assert.equal(await outcomeOf(visitor().charge(other.run, other.code)), "rate_limit_exceeded");
});

test("a revoked key ends the bench", async () => {
  const run = await ownRun();
  await getPrisma().apiKey.update({
    where: { publicKey: "pk_test_closedloop_sandbox" },
    data: { revokedAt: now() },
  });
  assert.equal(await findDemo({ now: now(), requestId: "test" }), null);
  assert.equal(await outcomeOf(visitor().charge(run, "00000000")), "not_found");
});
