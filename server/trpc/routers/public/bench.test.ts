import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { BENCH_WEBHOOK_SECRET } from "@/server/contracts/demo";
import { BenchRun, type BenchStep } from "@/server/contracts/portal/public/bench-run";
import { getPrisma } from "@/server/db/prisma";
import { sealDemoRun } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { getLimiter } from "@/server/platform/limiters";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { createTestVisitor, outcomeOf } from "@/server/testing/factories/portal";
import { appRouter } from "@/server/trpc/router";
import { memoryStore, receiveWebhook } from "@/server/webhooks-receiver/receive-webhook";

withTestDatabase();

const visitor = () => createTestVisitor().bench;

const key = () => randomUUID();

async function hold(bench = visitor()) {
  const { run, code } = await bench.createCode({ cap: 20 });
  const held = await bench.charge({ run, key: key(), code, amount: 12, isHold: true });
  return { bench, code, run: held.run, held: held.step };
}

test("no sandbox, no bench", async () => {
  assert.equal(await outcomeOf(visitor().createCode({ cap: 20 })), "not_found");
});

test("strangers may take every step: the table has every procedure", async () => {
  await seedSandbox();
  const bench = visitor();
  const { run, code } = await bench.createCode({ cap: 10 });
  const declined = await bench.charge({ run, key: key(), code, amount: 12, isHold: true });
  const outcomes = {
    "public.bench.createCode": await outcomeOf(bench.createCode({ cap: 10 })),
    "public.bench.allow": await outcomeOf(bench.allow({ run: declined.run, key: key() })),
    "public.bench.charge": await outcomeOf(bench.charge({ run, key: key(), code, amount: 4.5, isHold: false })),
    "public.bench.move": await outcomeOf(
      bench.move({ run: (await hold()).run, key: key(), move: "void", amount: null }),
    ),
  };
  assert.deepEqual(new Set(Object.values(outcomes)), new Set(["ok"]));
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("public.bench."));
  assert.deepEqual(Object.keys(outcomes).sort(), all.sort());
});

test("a hold is raised, captured in part, voided, and refunded: figures, entries, and events of each step", async () => {
  const { bench, run, held } = await hold();
  assert.deepEqual([held.outcome, held.payment.held, held.entries.length], ["approved", 12, 0]);
  const steps = [
    await bench.move({ run, key: key(), move: "increment", amount: 3 }),
    await bench.move({ run, key: key(), move: "capture", amount: 5 }),
    await bench.move({ run, key: key(), move: "void", amount: null }),
    await bench.move({ run, key: key(), move: "refund", amount: 1.5 }),
    await bench.move({ run, key: key(), move: "refund", amount: null }),
  ].map(({ step }) => step);
  assert.deepEqual(
    steps.map(({ outcome, payment: { held: left, captured, voided, refunded }, entries, events }) => [
      outcome,
      left,
      captured,
      voided,
      refunded,
      entries.length,
      events.length,
    ]),
    [
      ["approved", 15, 0, 0, 0, 0, 2],
      ["done", 10, 5, 0, 0, 2, 3],
      ["done", 0, 5, 10, 0, 2, 4],
      ["done", 0, 5, 10, 1.5, 4, 5],
      ["done", 0, 5, 10, 5, 6, 6],
    ],
  );
  const last = steps.at(-1);
  assert.equal(
    last?.entries.reduce((sum, { amount }) => sum + amount, 0),
    0,
  );
  assert.equal(last?.transactionId, steps[1]?.transactionId, "the refund is of the capture");
  await assertBooksBalance();
});

test("a decline is let through by the member, once, and the next try pays", async () => {
  const bench = visitor();
  const { run, code } = await bench.createCode({ cap: 10 });
  const declined = await bench.charge({ run, key: key(), code, amount: 12, isHold: false });
  assert.deepEqual([declined.step.outcome, declined.step.reason], ["declined", "61"]);
  assert.ok(declined.step.payment.allowUntil);
  const allowed = await bench.allow({ run: declined.run, key: key() });
  assert.equal(allowed.until, declined.step.payment.allowUntil);
  const paid = await bench.charge({ run: allowed.run, key: key(), code, amount: 12, isHold: false });
  assert.deepEqual([paid.step.outcome, paid.step.payment.captured], ["approved", 12]);
  assert.equal(await outcomeOf(bench.allow({ run: paid.run, key: key() })), "payment_not_rescuable");
});

test("an amount beyond what there is is refused and changes nothing", async () => {
  const { bench, run } = await hold();
  const move = (name: "capture" | "void" | "refund" | "increment", amount: 1.5 | 3 | 5 | null) =>
    outcomeOf(bench.move({ run, key: key(), move: name, amount }));
  assert.equal(await move("refund", 1.5), "transaction_not_found");
  assert.equal(await move("capture", 1.5), "ok");
  assert.equal(await move("refund", 3), "amount_exceeds_refundable");
  assert.equal(await move("increment", 3), "authorization_not_incrementable");
  assert.equal(await move("void", null), "ok");
  assert.equal(await move("capture", 1.5), "authorization_not_capturable");
  await assertBooksBalance();
});

test("raised above the code’s cap, a hold is declined and stays", async () => {
  const { bench, run } = await hold();
  const raise = (amount: 5) => bench.move({ run, key: key(), move: "increment", amount });
  assert.equal((await raise(5)).step.payment.held, 17);
  const { step } = await raise(5);
  assert.deepEqual([step.outcome, step.reason, step.payment.held], ["declined", "61", 17]);
  assert.equal(step.events.at(-1)?.type, "authorization.declined");
});

test("a press sent twice, or at the same moment, is done once", async () => {
  const { bench, run } = await hold();
  const capture = { run, key: key(), move: "capture" as const, amount: 5 as const };
  const answers = await Promise.all([bench.move(capture), bench.move(capture)]);
  answers.push(await bench.move(capture));
  for (const { step } of answers) {
    assert.equal(step.payment.captured, 5);
    assert.equal(step.transactionId, answers[0]?.step.transactionId);
  }
  const refund = { run, key: key(), move: "refund" as const, amount: null };
  assert.equal((await bench.move(refund)).step.payment.refunded, 5);
  assert.equal((await bench.move(refund)).step.payment.refunded, 5, "also where nothing is left to refund");
  assert.equal(await outcomeOf(bench.move({ ...capture, amount: 3 })), "idempotency_key_reused");
});

test("a run is its visitor’s alone: seals that we didn’t make, and codes of another run, lead nowhere", async () => {
  const { bench, run } = await hold();
  const [codeId = "", recordId = "", proof = ""] = run.split("-");
  const other = await bench.createCode({ cap: 20 });
  const [otherCode = ""] = other.run.split("-");
  const forged = [
    `${otherCode}-${recordId}-${proof}`,
    `${codeId}-0-${proof}`,
    `${codeId}-${recordId}`,
    `${codeId}-${recordId}-${"0".repeat(32)}`,
    recordId,
    "0",
  ];
  for (const seal of forged) {
    assert.equal(await outcomeOf(bench.move({ run: seal, key: key(), move: "void", amount: null })), "not_found", seal);
    assert.equal(await outcomeOf(bench.allow({ run: seal, key: key() })), "not_found", seal);
  }
  const charge = { run, key: key(), code: other.code, amount: 4.5 as const, isHold: false };
  assert.equal(await outcomeOf(bench.charge(charge)), "payment_code_not_found");
  assert.equal(await outcomeOf(bench.move({ run: other.run, key: key(), move: "void", amount: null })), "not_found");
});

test("a run ends after an hour", async () => {
  const { recordId } = (await hold()).held.payment;
  const old = newRecordId(new Date(now().getTime() - 61 * 60 * 1000));
  const run = sealDemoRun({ codeId: old, recordId: AuthorizationId.parse(recordId) });
  assert.equal(await outcomeOf(visitor().move({ run, key: key(), move: "void", amount: null })), "not_found");
});

test("other caps, amounts, and parts are refused", async () => {
  const { bench, run, code } = await hold();
  // @ts-expect-error: what a page of ours never sends
  assert.equal(await outcomeOf(bench.createCode({ cap: 1_000 })), "validation_error");
  // @ts-expect-error: as above
  assert.equal(await outcomeOf(bench.charge({ run, key: key(), code, amount: 20, isHold: true })), "validation_error");
  // @ts-expect-error: as above
  assert.equal(await outcomeOf(bench.move({ run, key: key(), move: "capture", amount: 2 })), "validation_error");
  assert.equal(await outcomeOf(bench.move({ run, key: key(), move: "increment", amount: null })), "validation_error");
});

test("webhooks are the subscribers' own: the public secret proves them", async () => {
  const { bench, run } = await hold();
  const { step } = await bench.move({ run, key: key(), move: "capture", amount: null });
  assert.deepEqual(
    step.events.map(({ type }) => type),
    ["authorization.approved", "authorization.captured"],
  );
  for (const { headers, body } of step.events) {
    const received = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { status } = await receiveWebhook(
      { headers: received, rawBody: Buffer.from(body) },
      { secrets: [BENCH_WEBHOOK_SECRET], shortName: "svc", store: memoryStore(), process: async () => undefined },
    );
    assert.equal(status, 200);
  }
});

test("every answer can be shared, and what was changed in a link can’t be read as one of ours", async () => {
  const { bench, code, run, held } = await hold();
  const declined = await bench.move({ run, key: key(), move: "increment", amount: 5 });
  const sold = await bench.move({ run, key: key(), move: "capture", amount: 3 });
  const { expiresAt } = await bench.createCode({ cap: 20 });
  const steps: BenchStep[] = [
    { act: "code", amount: 20, ms: 12, result: { kind: "code", code, expiresAt } },
    { act: "hold", amount: 12, ms: 12, result: held },
    { act: "increment", amount: 5, ms: 12, result: declined.step },
    { act: "capture", amount: 3, ms: 12, result: sold.step },
    { act: "refund", amount: 5, ms: 12, result: { kind: "refused", code: "amount_exceeds_refundable" } },
  ];
  assert.deepEqual(BenchRun.parse(JSON.parse(JSON.stringify({ v: 1, steps }))), { v: 1, steps });
  const [event] = held.events;
  assert.ok(event);
  const withBody = (body: string) => ({
    v: 1,
    steps: [{ ...steps[1], result: { ...held, events: [{ ...event, body }] } }],
  });
  assert.ok(BenchRun.safeParse(withBody(event.body)).success);
  const body: Record<string, unknown> = JSON.parse(event.body);
  for (const changed of [
    { ...body, merchantReference: "Call 555 0100" },
    { ...body, metadata: { note: "Call 555 0100" } },
    { ...body, note: "Call 555 0100" },
    { ...body, event: "authorization.declined", reasonCode: "61", reasonMessage: "Call 555 0100" },
  ]) {
    assert.equal(BenchRun.safeParse(withBody(JSON.stringify(changed))).success, false);
  }
  assert.equal(BenchRun.safeParse(withBody(`${event.body} `)).success, false);
});

test("one address takes 240 steps an hour, all addresses together 400 in five minutes", async () => {
  const { bench } = await hold();
  const move = () => outcomeOf(bench.move({ run: "0", key: key(), move: "void", amount: null }));
  const moved: string[] = [];
  for (let i = 0; i < 241; i += 1) moved.push(await move());
  assert.deepEqual([moved[239], moved[240]], ["not_found", "rate_limit_exceeded"]);
  const overall = getLimiter("demo-move", 400, 300);
  await overall.set("all", 399, 300);
  const { bench: next, run } = await hold();
  const act = () => outcomeOf(next.move({ run, key: key(), move: "capture", amount: 1.5 }));
  assert.deepEqual([await act(), await act()], ["ok", "rate_limit_exceeded"]);
  await overall.delete("all");
});

test("a payment through enough is left alone", async () => {
  const { bench, run, held } = await hold();
  await getPrisma().authorization.update({ where: { id: held.payment.recordId }, data: { eventSequence: 24 } });
  assert.equal(await outcomeOf(bench.move({ run, key: key(), move: "void", amount: null })), "limit_reached");
});
