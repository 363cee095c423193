import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getEnv } from "@/server/platform/env";
import { UnavailableError } from "@/server/platform/unavailable";
import { withTestDatabase } from "@/server/testing/database";
import { startTransactionPooler } from "@/server/testing/faults/transaction-pooler";
import { getPool } from "./pool";
import { refuseForgottenPooler } from "./pooler";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

let pooler: Awaited<ReturnType<typeof startTransactionPooler>>;
const direct = () => process.env.DATABASE_URL;
before(async () => {
  pooler = await startTransactionPooler(direct() ?? "", { connections: 3 });
});
after(() => pooler.stop());

const withSettings = async <T>(settings: Partial<ReturnType<typeof getEnv>>, work: () => Promise<T>): Promise<T> => {
  const before = { ...getEnv() };
  Object.assign(getEnv(), settings);
  try {
    return await work();
  } finally {
    Object.assign(getEnv(), { DATABASE_DIRECT_URL: undefined, DATABASE_PREPARE: undefined }, before);
  }
};

test("a start finds a pooler in transaction mode that the settings don't know of, and says what to set", async () => {
  const pooled = { DATABASE_URL: pooler.url };
  // Each check leaves the pooler's connections free in another order.
  for (let check = 0; check < 100; check += 1) {
    await assert.rejects(
      () => withSettings(pooled, refuseForgottenPooler),
      /^StartError: DATABASE_URL leads to a pooler in transaction mode: set DATABASE_PREPARE=0, and DATABASE_DIRECT_URL/,
    );
  }
  const wrong = { ...pooled, DATABASE_PREPARE: "0", DATABASE_DIRECT_URL: pooler.url } as const;
  await assert.rejects(
    () => withSettings(wrong, refuseForgottenPooler),
    /^StartError: DATABASE_DIRECT_URL leads to a pooler in transaction mode/,
  );
});

test("the database itself, and a pooler that the settings know of, are no reason to stop", async () => {
  const known = { DATABASE_URL: pooler.url, DATABASE_PREPARE: "0", DATABASE_DIRECT_URL: direct() } as const;
  await withSettings(known, refuseForgottenPooler);
  for (let i = 0; i < 5; i += 1) await refuseForgottenPooler();
});

test("a query prepared on another connection is a 503, and the log can say why", async () => {
  await withSettings({ DATABASE_URL: pooler.url }, async () => {
    const pool = getPool();
    const ask = () => query(pool, sql`SELECT pg_sleep(0.01)`);
    const outcomes = [];
    for (let round = 0; round < 20; round += 1)
      outcomes.push(...(await Promise.allSettled([ask(), ask(), ask(), ask()])));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    assert.ok(reasons.length > 0, "none of them met another connection");
    for (const reason of reasons) {
      assert.ok(reason instanceof UnavailableError, String(reason));
      assert.match(reason.message, /DATABASE_PREPARE=0/);
    }
  });
});
