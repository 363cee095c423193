import assert from "node:assert/strict";
import { test } from "node:test";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { startWebhookReceiver } from "../fixtures/webhook-receiver";

const WARM_UP = 100;
const MEASURED = 1_500;
const EVENTS_PER_SECOND = 50;
const MEDIAN_UNDER_MS = 300;
const P99_UNDER_MS = 1_000;

test("at 50 events a second the first attempt follows the API's answer within 300 ms at the median", async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  await withDataFolder(async (folder) => {
    const app = await AppProcess.start(folder);
    t.after(() => app.end("SIGTERM"));
    const post = async (path: string, body: object) => {
      const headers = { ...SANDBOX_HEADERS, "idempotency-key": newKey() };
      const response = await fetch(`${app.address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      const answer = (await response.json()) as { recordId: string };
      assert.equal(response.status, 201);
      return { answer, at: performance.now() };
    };
    await post("/v1/webhook-subscriptions", { url: receiver.url, events: ["authorization.approved"] });
    const answeredAt = new Map<string, number>();
    const under: Promise<void>[] = [];
    for (let i = 0; i < WARM_UP + MEASURED; i += 1) {
      const one = post("/v1/authorizations", { panToken: "TESTcardApproved1", amount: 1 });
      under.push(one.then(({ answer, at }) => void (i >= WARM_UP && answeredAt.set(answer.recordId, at))));
      await new Promise((resolve) => setTimeout(resolve, 1_000 / EVENTS_PER_SECOND));
    }
    await Promise.all(under);
    const deadline = performance.now() + 30_000;
    while (receiver.acknowledged.size < WARM_UP + MEASURED && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(receiver.acknowledged.size, WARM_UP + MEASURED);
    const delays = receiver.arrivals
      .flatMap(({ recordId, at }) => {
        const since = answeredAt.get(recordId);
        return since === undefined ? [] : [Math.max(0, at - since)];
      })
      .sort((a, b) => a - b);
    const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
    t.diagnostic(`median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`);
    assert.ok(at(0.5) < MEDIAN_UNDER_MS);
    assert.ok(at(0.99) < P99_UNDER_MS);
  });
});
