import assert from "node:assert/strict";
import { before, test } from "node:test";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { jobDue, retryPlanned } from "./events";
import { signBody } from "./local/signature";
import { handleInngest } from "./mount";

withTestDatabase();

const SIGNING_KEY = "ef01".repeat(16);

before(() => {
  Object.assign(process.env, { INNGEST_EVENT_KEY: "abcd", INNGEST_SIGNING_KEY: SIGNING_KEY });
});

/** Until when the first step sleeps, as Inngest is answered. */
async function sleepOf(fnId: string, event: { readonly name: string; readonly data: object }): Promise<Date> {
  const given = { name: event.name, data: event.data };
  const ctx = { run_id: "01JD0000000000000000000001", attempt: 0, stack: { stack: [], current: 0 } };
  const call = { version: 2, event: given, events: [given], steps: {}, use_api: false, ctx };
  const { text, signature } = signBody(call, SIGNING_KEY, now());
  const answer = await handleInngest(
    new Request(`http://localhost/api/inngest?fnId=closed-loop-${fnId}&stepId=step`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-inngest-signature": signature },
      body: text,
    }),
  );
  assert.equal(answer.status, 206);
  const [step] = await answer.json();
  assert.equal(step.op, "Sleep");
  return new Date(step.name);
}

/** As Inngest does it. */
const wokenAt = (until: Date, asked: number) => asked + Math.round((until.getTime() - asked) / 1_000) * 1_000;

test("no run wakes before what it sleeps for is due, at whatever part of a second it begins to sleep", async () => {
  const due = new Date(now().getTime() + 60_000);
  const at = due.toISOString();
  for (const until of [
    await sleepOf("retry-webhook", retryPlanned.create({ deliveryId: "1", run: 1, attempt: 2, dueAt: at })),
    await sleepOf("do-report", jobDue("report").create({ id: "1", run: 1, startsAt: at })),
  ]) {
    const lateMs = Array.from(
      { length: 1_000 },
      (_, part) => wokenAt(until, due.getTime() - 30_000 + part) - due.getTime(),
    );
    assert.ok(Math.min(...lateMs) >= 0, `${Math.min(...lateMs)}`);
    assert.ok(Math.max(...lateMs) <= 1_000, `${Math.max(...lateMs)}`);
  }
});
