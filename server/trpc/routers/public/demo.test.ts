import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { checkBooks } from "@/server/domain/ledger";
import { createMemberCode } from "@/server/domain/payment-codes";
import { findDemo } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { getLimiter } from "@/server/platform/limiters";
import { MemberId, TenantId } from "@/server/platform/noun-ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { OPEN_TERMS } from "@/server/testing/factories/payment-code-rows";
import { createTestVisitor, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();

const visitor = () => createTestVisitor().demo;

async function codeOf(memberId: string, tenantId: string): Promise<string> {
  const who = { memberId: MemberId.parse(memberId), tenantId: TenantId.parse(tenantId) };
  const caller = { kind: "member", environment: "test", now: now(), requestId: newRecordId(now()), ...who } as const;
  return (await createMemberCode(caller, OPEN_TERMS, null)).code;
}

test("no sandbox, no demo", async () => {
  assert.equal(await findDemo({ now: now(), requestId: "test" }), null);
  assert.equal(await outcomeOf(visitor().createCode()), "not_found");
  assert.equal(await outcomeOf(visitor().charge({ code: "7KQ2M9XW", amount: 4.5 })), "not_found");
});

test("strangers may make a code and charge it: the table has every procedure", async () => {
  await seedSandbox();
  const demo = visitor();
  const { code } = await demo.createCode();
  const outcomes = {
    "public.demo.createCode": await outcomeOf(demo.createCode()),
    "public.demo.charge": await outcomeOf(demo.charge({ code, amount: 4.5 })),
  };
  assert.deepEqual(new Set(Object.values(outcomes)), new Set(["ok"]));
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("public.demo."));
  assert.deepEqual(Object.keys(outcomes).sort(), all.sort());
});

test("a payment: both sides get the same words, and its entries come to nothing", async () => {
  const demo = visitor();
  const { code, status } = await demo.createCode();
  assert.equal(status, "Code Active");
  const paid = await demo.charge({ code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`, amount: 4.5 });
  assert.equal(paid.sale.approved, true);
  assert.match(paid.sale.matchWords ?? "", /^[a-z]+ [a-z]+$/);
  assert.equal(paid.member, null);
  assert.ok(paid.trace.rules.every(({ hasPassed }) => hasPassed));
  assert.deepEqual(
    paid.entries.map(({ kind, accountKind, amount }) => [kind, accountKind, amount]),
    [
      ["capture", "member", -4.5],
      ["capture", "merchant", 4.5],
    ],
  );
  assert.deepEqual(
    (await checkBooks()).flatMap(({ breaches }) => breaches),
    [],
  );
  const again = await demo.charge({ code, amount: 4.5 });
  assert.equal(again.sale.approved, false, "it pays once");
  assert.deepEqual(again.entries, []);
});

test("a decline: each of the three is told what is theirs, nothing is posted, and the code still pays", async () => {
  const demo = visitor();
  const { code } = await demo.createCode();
  const declined = await demo.charge({ code, amount: 24 });
  assert.equal(declined.sale.reasonCode, "61");
  const { rescue: _, ...details } = { rescue: null, ...declined.sale.details };
  assert.deepEqual(details, { limit: "code" }, "the merchant isn’t told the cap");
  assert.equal(declined.member?.why, "This payment came to $24.00, and the code’s cap is $20.00.");
  const failed = declined.trace.rules.filter(({ hasPassed }) => !hasPassed);
  assert.deepEqual(
    failed.map(({ code: reason, saw }) => [reason, saw]),
    [
      [
        "61",
        [
          { name: "amount", value: 24 },
          { name: "maxAmount", value: 20 },
        ],
      ],
    ],
  );
  assert.deepEqual(declined.entries, []);
  assert.equal((await demo.charge({ code, amount: 4.5 })).sale.approved, true);
});

test("codes of anyone else, of whatever tenant, are unknown to the till, and stay as they are", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const codes = [
    await codeOf("TESTmemberAlice01", "TESTtenantCoffee1"),
    await codeOf(card.memberId, tenant.id),
    "00000000",
  ];
  const before = await getPrisma().authorization.count();
  for (const code of codes) {
    assert.equal(await outcomeOf(visitor().charge({ code, amount: 4.5 })), "payment_code_not_found");
  }
  assert.equal(await getPrisma().authorization.count(), before);
  assert.equal(await getPrisma().paymentCode.count({ where: { memberId: card.memberId, uses: { gt: 0 } } }), 0);
});

test("demo records are of the test environment, and of the demo’s own member and merchant", async () => {
  const prisma = getPrisma();
  const made = await prisma.authorization.findMany({
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

test("other amounts, and what is no code, are refused", async () => {
  const demo = visitor();
  const { code } = await demo.createCode();
  // @ts-expect-error: what a page of ours never sends
  assert.equal(await outcomeOf(demo.charge({ code, amount: 20 })), "validation_error");
  assert.equal(await outcomeOf(demo.charge({ code: "short", amount: 4.5 })), "validation_error");
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
  for (let i = 0; i < 121; i += 1) charged.push(await outcomeOf(demo.charge({ code: "00000000", amount: 4.5 })));
  assert.deepEqual([charged[119], charged[120]], ["payment_code_not_found", "rate_limit_exceeded"]);
  assert.equal(await outcomeOf(visitor().createCode()), "ok");
});

test("all visitors together are bounded too, however many addresses they have", async () => {
  await getLimiter("demo-code", 100, 300).set("all", 99, 300);
  assert.equal(await outcomeOf(visitor().createCode()), "ok");
  assert.equal(await outcomeOf(visitor().createCode()), "rate_limit_exceeded");
  assert.equal(await outcomeOf(visitor().charge({ code: "00000000", amount: 4.5 })), "payment_code_not_found");
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
  const code = await codeOf("TESTmemberRobin01", "TESTtenantCoffee1");
  const overall = getLimiter("demo-charge", 200, 300);
  await overall.set("all", 199, 300);
  const alices = await codeOf("TESTmemberAlice01", "TESTtenantCoffee1");
  for (const unknown of ["00000000", alices, "00000000"]) {
    assert.equal(await outcomeOf(visitor().charge({ code: unknown, amount: 4.5 })), "payment_code_not_found");
  }
  assert.equal((await overall.get("all"))?.consumedPoints, 199);
  assert.equal(await outcomeOf(visitor().charge({ code, amount: 4.5 })), "ok");
  assert.equal(await outcomeOf(visitor().charge({ code, amount: 4.5 })), "rate_limit_exceeded");
});

test("a revoked key ends the demo", async () => {
  await getPrisma().apiKey.update({
    where: { publicKey: "pk_test_closedloop_sandbox" },
    data: { revokedAt: now() },
  });
  assert.equal(await findDemo({ now: now(), requestId: "test" }), null);
  assert.equal(
    await outcomeOf(portalOf(null, "192.0.2.201").public.demo.charge({ code: "00000000", amount: 4.5 })),
    "not_found",
  );
});
