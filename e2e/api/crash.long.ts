import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";

const ROUNDS = 5;
const REQUESTS = 200;
const run = promisify(execFile);

/** Response bodies by key. Null if no answer arrived. */
async function authorizeMany(app: AppProcess, keys: readonly string[]): Promise<Map<string, string | null>> {
  const answers = new Map<string, string | null>();
  const one = async (key: string) => {
    const answer = await fetch(`${app.address}/v1/authorizations`, {
      method: "POST",
      headers: { ...SANDBOX_HEADERS, "idempotency-key": key },
      body: JSON.stringify({ panToken: "TESTcardApproved1", amount: 1 }),
    })
      .then(async (response) => (response.ok ? await response.text() : null))
      .catch(() => null);
    answers.set(key, answer);
  };
  for (let i = 0; i < keys.length; i += 10) await Promise.all(keys.slice(i, i + 10).map(one));
  return answers;
}

test("killed under load, each key has one effect and the answer that was given", async () => {
  await withDataFolder(async (folder) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await AppProcess.start(folder, { SEED_LOAD_TENANT: "1" });
      const keys = Array.from({ length: REQUESTS }, newKey);
      const load = authorizeMany(first, keys);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 700));
      await first.end("SIGKILL");
      const before = await load;
      const second = await AppProcess.start(folder);
      // Stay below the sandbox tenant's rate limit, so that every retry is answered.
      const after = new Map<string, string | null>();
      for (let i = 0; i < keys.length; i += 10) {
        for (const [key, answer] of await authorizeMany(second, keys.slice(i, i + 10))) after.set(key, answer);
        await new Promise((resolve) => setTimeout(resolve, 110));
      }
      for (const [key, answer] of before) {
        if (answer !== null) assert.equal(after.get(key), answer);
        assert.ok(after.get(key), "every key is answered in the end");
      }
      const ids = [...after.values()].map((answer) => (JSON.parse(answer ?? "{}") as { recordId: string }).recordId);
      assert.equal(new Set(ids).size, REQUESTS);
      const { stdout } = await run(process.execPath, ["--import", "tsx", "server/programs/prove-books.ts"], {
        env: { ...process.env, DATABASE_URL: second.databaseUrl, ...second.secrets },
      });
      assert.match(stdout, /The books balance\./);
      await second.end("SIGTERM");
    }
  });
});
