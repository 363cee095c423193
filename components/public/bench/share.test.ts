import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BENCH_AMOUNTS, BENCH_CAPS, BENCH_MOVES, BENCH_PARTS, MAX_BENCH_STEPS } from "@/server/contracts/demo";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import { type BenchEvent, BenchRun, type BenchStep } from "@/server/contracts/portal/public/bench-run";
import { packRun, unpackRun } from "./share";

const id = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{17}$/);
const ms = fc.nat(600_000);
const cents = fc.nat(3_000).map((minor) => minor / 100);
const moment = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString());
const refused = fc.record({
  kind: fc.constant("refused" as const),
  code: fc.constantFrom(...(Object.keys(ERROR_CODES) as ErrorCode[])),
});

const paid = fc.record({
  kind: fc.constant("payment" as const),
  outcome: fc.constantFrom("approved" as const, "declined" as const, "done" as const),
  reason: fc.constantFrom("61" as const, "05" as const, null),
  transactionId: fc.option(id),
  payment: fc.record({
    recordId: id,
    authorizationId: fc.stringMatching(/^\d{7}$/),
    status: fc.constantFrom("Authorization Approved" as const, "Authorization Captured" as const),
    authorized: cents,
    held: cents,
    captured: cents,
    voided: cents,
    refunded: cents,
    approvalCode: fc.option(fc.stringMatching(/^\d{6}$/)),
    matchWords: fc.constantFrom("amber otter", null),
    allowUntil: fc.option(moment),
  }),
  entries: fc.array(
    fc.record({
      postingId: id,
      kind: fc.constantFrom("capture" as const, "refund" as const),
      accountKind: fc.constantFrom("member" as const, "merchant" as const),
      amount: cents,
    }),
    { maxLength: 4 },
  ),
  events: fc.constant([]).map((): BenchEvent[] => []),
});

const step: fc.Arbitrary<BenchStep> = fc.oneof(
  fc.record({
    act: fc.constant("code" as const),
    amount: fc.constantFrom(...BENCH_CAPS),
    ms,
    result: fc.record({
      kind: fc.constant("code" as const),
      code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
      expiresAt: moment,
    }),
  }),
  fc.record({
    act: fc.constantFrom("sale" as const, "hold" as const),
    amount: fc.constantFrom(...BENCH_AMOUNTS),
    ms,
    result: fc.oneof(paid, refused),
  }),
  fc.record({
    act: fc.constantFrom(...BENCH_MOVES),
    amount: fc.constantFrom(...BENCH_PARTS, null),
    ms,
    result: fc.oneof(paid, refused),
  }),
  fc.record({
    act: fc.constant("allow" as const),
    amount: fc.constant(null),
    ms,
    result: fc.oneof(fc.record({ kind: fc.constant("allowed" as const), until: moment }), refused),
  }),
);
const run = fc
  .array(step, { minLength: 1, maxLength: MAX_BENCH_STEPS })
  .map((steps): readonly BenchStep[] => JSON.parse(JSON.stringify(steps)));

/** Packs arbitrary data, valid or not. */
const pack = (steps: unknown) => packRun(steps as readonly BenchStep[]);

test("a run comes out of its link as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(run, async (steps) => {
      const link = await packRun(steps);
      assert.match(link, /^#run=[\w-]+$/);
      assert.deepEqual(await unpackRun(link), steps);
    }),
    { numRuns: 60 },
  );
});

function placesIn(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [[value, name] as [object, string], ...placesIn(field)]);
}

test("no place of a run takes a sentence, nor a field that isn’t there", async () => {
  await fc.assert(
    fc.property(
      run,
      fc.nat(),
      fc.constantFrom("Call 555 0100 now", "<b>", "https://example.com", ""),
      (steps, at, text) => {
        const copy: unknown = JSON.parse(JSON.stringify({ v: 1, steps }));
        const places = placesIn(copy);
        const [object, name] = places[at % places.length] ?? [{}, ""];
        const was: unknown = Reflect.get(object, name);
        Reflect.set(object, name, text);
        assert.equal(BenchRun.safeParse(copy).success, false, name);
        Reflect.set(object, name, was);
        if (!Array.isArray(object)) Reflect.set(object, "note", text);
        assert.equal(BenchRun.safeParse(copy).success, Array.isArray(object));
      },
    ),
  );
});

test("only runs of ours are read: other texts, cut links, too many steps, and a bomb are refused", async () => {
  const one: BenchStep = { act: "void", amount: null, ms: 1, result: { kind: "refused", code: "already_captured" } };
  const link = await packRun([one]);
  assert.deepEqual(await unpackRun(link), [one]);
  for (const broken of ["", "#run=", "#other", `${link}!`, link.slice(0, -4), "#run=AAAA"]) {
    assert.equal(await unpackRun(broken), null, broken);
  }
  assert.equal(await unpackRun(await pack([])), null);
  assert.equal(await unpackRun(await pack(Array.from({ length: MAX_BENCH_STEPS + 1 }, () => one))), null);
  assert.equal(await unpackRun(await pack([{ ...one, note: "x".repeat(190_000) }])), null);
  // A decompression bomb: 20 MB in 20 KB.
  const zeros = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bomb = Buffer.from(await new Response(zeros).arrayBuffer()).toString("base64url");
  assert.ok(bomb.length < 40_000);
  assert.equal(await unpackRun(`#run=${bomb}`), null);
});

test("any text at all is read as nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.base64String(), async (text) => {
      assert.equal(await unpackRun(`#run=${text.replace(/[+/=]/g, "")}`), null);
    }),
  );
});
