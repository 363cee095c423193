import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller } from "@/server/domain/caller";
import { HOUR_MS, hourOf, now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { networkCaller, staffCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { COPY_ID, insertCopies } from "@/server/testing/factories/row-copies";
import { createTestDelivery, type TestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { countAttempts } from "./count-attempts";
import { countDecisions } from "./count-decisions";
import { getNetworkOverview } from "./get-network-overview";
import { spansOf } from "./period";

withTestDatabase();
allowLocalhost();

const LOOKS = [
  { period: "24h", zone: "UTC" },
  { period: "7d", zone: "UTC" },
  { period: "7d", zone: "Asia/Kolkata" },
  { period: "30d", zone: "UTC" },
  { period: "30d", zone: "America/St_Johns" },
] as const;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Late rows commit within five minutes of their start. */
const LATEST_MS = 5 * MINUTE_MS - SECOND_MS;

const payment = fc.constantFrom("pay", "decline", "increment", "capture", "refund");
const late = fc.record({
  what: fc.constantFrom("late payment", "late attempt"),
  ms: fc.integer({ min: 0, max: LATEST_MS }),
  isGood: fc.boolean(),
});
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: payment },
    { weight: 4, arbitrary: late },
    { weight: 2, arbitrary: fc.integer({ min: SECOND_MS, max: 2 * MINUTE_MS }) },
    { weight: 2, arbitrary: fc.integer({ min: 2 * MINUTE_MS, max: 20 * MINUTE_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: 30 * MINUTE_MS, max: 150 * MINUTE_MS }) },
    { weight: 2, arbitrary: fc.constantFrom("to the minute", "to the hour", "to the hour’s end") },
    { weight: 4, arbitrary: fc.constant("look") },
  ),
  { minLength: 30, maxLength: 45 },
);

interface World extends Pick<TestDelivery, "tenant" | "deliveryId" | "subscriptionId"> {
  readonly card: TestCard;
  readonly template: string;
  readonly holds: string[];
  readonly captured: string[];
}

async function createWorld(): Promise<World> {
  const delivery = await createTestDelivery("http://localhost:65535/");
  const card = await createTestCard(delivery.tenant, { perTransactionLimitMinor: 50_00n });
  const { recordId } = await authorize(delivery.tenant, card, 1);
  return { ...delivery, card, template: recordId, holds: [], captured: [] };
}

async function pay({ tenant, card, holds, captured }: World, what: string): Promise<unknown> {
  if (what === "decline") return declineOf(tenant, card, 51, { reasonCode: "61" });
  const [hold, paid] = [holds.at(-1), captured.at(-1)];
  if (what === "increment" && hold) return increment(tenant, hold, 0.05);
  if (what === "capture" && hold) {
    captured.push(hold);
    holds.pop();
    return capture(tenant, hold);
  }
  if (what === "refund" && paid) return reverse(tenant, paid, 0.01);
  return holds.push((await authorize(tenant, card, 1.37)).recordId);
}

let copies = 0;
let minutesSeen = 0;

async function payLate({ template }: World, ms: number, isGood: boolean): Promise<void> {
  copies += 1;
  const at = `'${new Date(now().getTime() - ms).toISOString()}'`;
  const code = isGood
    ? {}
    : { outcome: "'declined'", response_code: "'51'", approval_code: "NULL", expires_at: "NULL" };
  const changed = {
    root_id: COPY_ID,
    created_at: at,
    amount_minor: "n",
    family_amount_minor: isGood ? "n" : "0",
    ...code,
  };
  await insertCopies({ table: "authorizations", id: template, first: copies, last: copies, changed });
}

async function attemptLate({ deliveryId, subscriptionId }: World, ms: number, isGood: boolean): Promise<void> {
  const startedAt = new Date(now().getTime() - ms);
  const data = { id: newRecordId(startedAt), deliveryId, subscriptionId, startedAt, number: 1, durationMs: 1 };
  const request = { url: "http://localhost/", requestHeaders: {}, error: isGood ? null : "refused" };
  await getPrisma().webhookAttempt.create({ data: { ...data, ...request } });
}

async function countEach({ tenant }: World, { period, zone }: (typeof LOOKS)[number]) {
  const { unit, start, beforeStart, beforeLastHour } = spansOf(period, now(), zone);
  const isShown = (at: string) => `${at} >= $3 AND (${at} >= $4 OR date_trunc('hour', ${at}, 'UTC') <= $5)`;
  const values = [tenant.id, unit, beforeStart, start, beforeLastHour, unit === "hour" ? "UTC" : zone];
  const decisions = await queryTestDatabase(
    `SELECT date_trunc($2, created_at, $6) AS bucket, currency, response_code AS "responseCode",
      count(*)::int AS count, sum(amount_minor)::text AS "amountMinor"
      FROM authorizations WHERE tenant_id = $1 AND ${isShown("created_at")} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    values,
  );
  const attempts = await queryTestDatabase(
    `SELECT date_trunc($2, started_at, $6) AS bucket, count(*)::int AS attempts,
      (count(*) FILTER (WHERE error IS NULL))::int AS arrived
      FROM webhook_attempts a JOIN webhook_subscriptions s ON s.id = a.subscription_id
      WHERE s.tenant_id = $1 AND ${isShown("started_at")} GROUP BY 1 ORDER BY 1`,
    values,
  );
  return { decisions, attempts };
}

async function readCounts({ tenant }: World, { period, zone }: (typeof LOOKS)[number], at = now()) {
  const [staff, spans] = [{ ...staffCaller(tenant), now: at }, spansOf(period, at, zone)];
  const [decisions, attempts] = await Promise.all([countDecisions(staff, spans), countAttempts(staff, spans)]);
  return { decisions: decisions.map((row) => ({ ...row, amountMinor: String(row.amountMinor) })), attempts };
}

const operator = (): OperatorCaller => {
  const { environment, now: at, requestId } = networkCaller();
  const who = { userId: newRecordId(at), email: "operator@network.test", isShared: false };
  return { kind: "operator", environment, now: at, requestId, ...who };
};

/** All periods at once, while a process with a slow clock counts, and an operator looks at all tenants. */
async function look(world: World): Promise<void> {
  const [network, , ...shown] = await Promise.all([
    getNetworkOverview(operator(), { period: "24h" }),
    readCounts(world, { period: "24h", zone: "UTC" }, new Date(now().getTime() - 3 * MINUTE_MS)),
    ...LOOKS.map((one) => readCounts(world, one)),
  ]);
  minutesSeen += await countRows("authorization_minutes");
  for (const [index, one] of LOOKS.entries()) {
    assert.deepEqual(shown[index], await countEach(world, one), `${one.period} ${one.zone}`);
  }
  const { countedUntil, tenants } = network;
  const own = tenants.find(({ tenantId }) => tenantId === world.tenant.id);
  const [full] = await queryTestDatabase<{ count: number }>(
    "SELECT count(*)::int AS count FROM authorizations WHERE tenant_id = $1 AND created_at >= $2 AND created_at <= $3",
    [world.tenant.id, spansOf("24h", countedUntil, "UTC").start, countedUntil],
  );
  const current = own?.decisions.filter(({ isCurrent }) => isCurrent) ?? [];
  assert.equal(
    current.reduce((sum, { count }) => sum + count, 0),
    full?.count,
  );
}

const MOMENTS: Readonly<Record<string, (at: number) => number>> = {
  "to the minute": (at) => MINUTE_MS - (at % MINUTE_MS),
  "to the hour": (at) => HOUR_MS - (at % HOUR_MS),
  // Five minutes later, the hour is final.
  "to the hour’s end": (at) => hourOf(new Date(at + HOUR_MS)).getTime() + 5 * MINUTE_MS - at,
};

/** An hour during which a day begins in Kolkata, at 18:30 UTC, counted for good. The clock starts before 17:00. */
const SPLIT_DAY = [
  "to the hour",
  "to the hour",
  "pay",
  20 * MINUTE_MS,
  "pay",
  20 * MINUTE_MS,
  "look",
  "pay",
  "to the hour’s end",
  "look",
] as const;

test("figures equal their rows, for any events in any order, whoever looks meanwhile", async () => {
  const clock = withFakeClock("2026-03-02T16:58:30.000Z");
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const world = await createWorld();
      for (const step of plan) {
        if (typeof step === "number") clock.advance(step);
        else if (typeof step === "object") {
          await (step.what === "late payment" ? payLate : attemptLate)(world, step.ms, step.isGood);
        } else if (step === "look") await look(world);
        else if (MOMENTS[step]) clock.advance(MOMENTS[step](clock.now().getTime()));
        else await pay(world, step);
      }
      await look(world);
    }),
    { numRuns: 8, examples: [[[...SPLIT_DAY]]] },
  );
  assert.ok(minutesSeen > 0);
  const [split] = await queryTestDatabase<{ count: number }>(
    "SELECT count(*)::int AS count FROM authorization_hours WHERE extract(hour FROM hour AT TIME ZONE 'UTC') = 18",
  );
  assert.ok(split && split.count > 0, "an hour was counted in the midst of which a day begins in Kolkata");
});
