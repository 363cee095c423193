import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import { migrate } from "@/server/db/migrate";
import { isMigrated } from "@/server/db/migrations";
import { getPool } from "@/server/db/pool";
import { openServerKeys } from "@/server/domain/server-keys";
import { now } from "@/server/platform/clock";
import { assertBooksBalance } from "@/server/testing/books";
import { handleRequest } from "@/server/testing/clients/host";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { startWithKeys } from "@/server/testing/server-keys";

withTestDatabase({ isEmpty: true });

/** `last` is the release's last migration. Each stored database dates from a few minutes before `openedAt`. */
const RELEASES = [
  { name: "0.3.0", last: "20261127000000_release_0_3_0", openedAt: "2026-11-27T13:45:00.000Z" },
] as const;

const MIGRATIONS = "prisma/migrations";

async function makeDatabaseOf({ name, last }: (typeof RELEASES)[number]): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "closed-loop-release-"));
  try {
    cpSync(join(MIGRATIONS, last), join(root, MIGRATIONS, last), { recursive: true });
    await migrate(process.env.DATABASE_URL ?? "", { root });
  } finally {
    rmSync(root, { recursive: true });
  }
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    // Skips triggers and foreign keys, because the rows are restored as they were.
    await client.query("SET session_replication_role = replica; TRUNCATE book_blocks, _prisma_migrations");
    await client.query(readFileSync(`prisma/releases/${name}.sql`, "utf8"));
  } finally {
    await client.end();
  }
}

async function ask(path: string, body: object, key: string) {
  const headers = {
    "x-api-key": "pk_test_closedloop_sandbox",
    authorization: "Bearer sk_test_closedloop_sandbox_public_secret",
    "content-type": "application/json",
    "idempotency-key": key,
  };
  const request = new Request(`http://closed-loop.test${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await handleRequest(request, { remoteAddress: "127.0.0.1" });
  return {
    status: response.status,
    isReplayed: response.headers.has("idempotent-replayed"),
    body: await response.json(),
  };
}

for (const release of RELEASES) {
  test(`a database of ${release.name} opens: its books balance, its keys answer, its holds and codes pay`, async () => {
    withFakeClock(release.openedAt);
    await makeDatabaseOf(release);
    await migrate(process.env.DATABASE_URL ?? "");
    assert.equal(await isMigrated(getPool()), true);
    startWithKeys({ HMAC_KEY: "ab".repeat(32) });
    await openServerKeys({ now: now() });
    await assertBooksBalance();

    const sale = { panToken: "TESTcardApproved1", amount: 7.25 };
    const repeat = await ask("/v1/authorizations", sale, "release-0-3-0-repeat");
    assert.deepEqual([repeat.status, repeat.isReplayed, repeat.body.authorizationId], [200, true, "4256858"]);
    const capture = await ask("/v1/authorizations/4256858/capture", { amount: 7.25 }, "capture");
    assert.deepEqual([capture.status, capture.body.amountCaptured], [200, 7.25]);
    const refund = await ask("/v1/authorizations/6328795/reverse", { amount: 6 }, "refund");
    assert.deepEqual([refund.status, refund.body.amountReversed], [200, 6]);
    const code = { code: "1QWDFZ0E4R", pin: "NYYVV2X", amount: 5, merchant: "TESTmerchantCafe1" };
    const paid = await ask("/v1/payment-codes/authorize", code, "code");
    assert.deepEqual([paid.status, paid.body.status], [201, "approved"]);
    await assertBooksBalance();
  });
}

test("the migration of a release is what its database was made with", () => {
  for (const { name, last } of RELEASES) {
    const script = readFileSync(join(MIGRATIONS, last, "migration.sql"), "utf8");
    const checksum = createHash("sha256").update(script).digest("hex");
    assert.ok(readFileSync(`prisma/releases/${name}.sql`, "utf8").includes(checksum), `${last} was changed`);
  }
});
