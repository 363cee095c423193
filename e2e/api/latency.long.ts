import assert from "node:assert/strict";
import { test } from "node:test";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";

const WARM_UP = 200;
const MEASURED = 1_000;
/** Stays below the sandbox tenant's limit of 100 requests per second. */
const PAUSE_MS = 12;
const MEDIAN_UNDER_MS = 10;

test("a default-configured authorization takes under 10 ms at the median, warm, one client", async (t) => {
  await withDataFolder(async (folder) => {
    const app = await AppProcess.start(folder);
    const durations: number[] = [];
    for (let i = 0; i < WARM_UP + MEASURED; i += 1) {
      const startedAt = performance.now();
      const response = await fetch(`${app.address}/v1/authorizations`, {
        method: "POST",
        headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey() },
        body: JSON.stringify({ panToken: "TESTcardApproved1", amount: 1 }),
      });
      await response.text();
      if (i >= WARM_UP) durations.push(performance.now() - startedAt);
      assert.equal(response.status, 201);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await app.end("SIGTERM");
    durations.sort((a, b) => a - b);
    const at = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
    t.diagnostic(`median ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms`);
    assert.ok(at(0.5) < MEDIAN_UNDER_MS);
  });
});
