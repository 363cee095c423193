import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";

async function waitForRow<Row extends pg.QueryResultRow>(
  app: AppProcess,
  text: string,
  withinMs: number,
): Promise<Row> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
      const { rows } = await client.query<Row>(text);
      if (rows[0]) return rows[0];
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`not within ${withinMs} ms: ${text}`);
  } finally {
    await client.end();
  }
}

const EXPIRY = "SELECT id, created_at FROM engine_runs WHERE function_id = 'closed-loop-expire-holds'";

test("the app runs its functions by the clock, goes on after kill -9, and stops in under five seconds", async () => {
  await withDataFolder(async (folder) => {
    const first = await AppProcess.start(folder);
    const run = await waitForRow<{ id: string }>(first, `${EXPIRY} AND status = 'completed'`, 70_000);
    await first.end("SIGKILL");
    const second = await AppProcess.start(folder);
    await waitForRow(second, `${EXPIRY} AND status = 'completed' AND id > '${run.id}'`, 70_000);
    const begun = performance.now();
    await second.end("SIGTERM");
    assert.ok(performance.now() - begun < 5_000);
  });
});
