import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { watchDatabase } from "@/server/boot/database/watch-database";
import { startEmbeddedDatabase } from "@/server/db/embedded";
import { checkReadiness } from "@/server/domain/health";
import { findRestore, releaseRestores } from "@/server/domain/restores";
import { now } from "@/server/platform/clock";
import { forgetSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";
import { type Pair, startPair } from "@/server/testing/faults/standby";
import { waitUntil } from "@/server/testing/wait-until";
import { beat } from "./client";
import { closePool, getPrimaryPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

const ask = () => query(getPrimaryPool(), sql`SELECT 1`);
const write = async () => {
  await getPrimaryPool().query("CREATE TABLE IF NOT EXISTS of_the_test (n int)");
  await getPrimaryPool().query("INSERT INTO of_the_test VALUES (1)");
  await beat(getPrimaryPool(), now());
};
const reason = async () => (await checkReadiness()).reason;

async function withFailover(use: (pair: Pair) => Promise<void>): Promise<void> {
  const pair = await startPair();
  const [one, other] = [new URL(pair.primary.url), new URL(pair.standby.url)];
  process.env.DATABASE_URL = `postgresql://${one.username}:${one.password}@${one.host},${other.host}${one.pathname}?target_session_attrs=read-write`;
  process.env.HMAC_KEY = "0".repeat(64);
  const watch = watchDatabase({ databaseUrl: pair.primary.url });
  try {
    await use(pair);
  } finally {
    watch.stop();
    await closePool();
    for (const name of ["pg-pool", "prisma", "database-trust", "env", "readiness"]) forgetSingleton(name);
    await pair.stop();
  }
}

const reachesAnother = () =>
  waitUntil("another host answers", () =>
    ask().then(
      () => true,
      () => false,
    ),
  );

test("a synchronous standby takes over with all that was answered, and is served from", async () => {
  await withFailover(async ({ primary, standby }) => {
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query("SELECT pg_reload_conf()");
    await client.end();
    await write();
    await primary.stop();
    await standby.promote();
    await reachesAnother();
    assert.equal((await query<{ n: number }>(getPrimaryPool(), sql`SELECT n FROM of_the_test`)).length, 1);
    assert.equal(await reason(), null);
  });
});

test("a standby without some commits is marked as restored and not served from, until released", async () => {
  await withFailover(async ({ primary, standby }) => {
    await write();
    await standby.detach();
    for (let i = 0; i < 50; i += 1) await write();
    await primary.stop();
    await standby.promote();
    await waitUntil("the loss is noticed", async () => (await reason()) === "database_lost_commits");
    await assert.rejects(ask, UnavailableError);
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await waitUntil("the mark", async () => (await client.query("SELECT FROM restores")).rowCount);
    await client.query("UPDATE restores SET released_at = now()");
    await client.end();
    await reachesAnother();
    assert.equal(await reason(), null);
    assert.notEqual((await findRestore())?.releasedAt, null);
    assert.equal(await releaseRestores({ now: now() }), 0);
  });
});

test("the former primary's return is not written to, whichever host is named first", async () => {
  await withFailover(async ({ folder, primary, standby }) => {
    await write();
    await waitUntil("the standby has it", async () => {
      const client = new pg.Client({ connectionString: standby.url });
      await client.connect();
      const { rows } = await client.query("SELECT to_regclass('of_the_test') IS NOT NULL AS is_there");
      await client.end();
      return rows[0]?.is_there;
    });
    await primary.stop();
    await standby.promote();
    await reachesAnother();
    await write();
    const before = await startEmbeddedDatabase({ dataFolder: join(folder, "primary"), databaseName: "closed_loop" });
    after(() => before.stop());
    try {
      await closePool();
      forgetSingleton("pg-pool");
      for (let i = 0; i < 5; i += 1) {
        const [place] = await query<{ port: number }>(getPrimaryPool(), sql`SELECT inet_server_port() AS port`);
        assert.equal(String(place?.port), new URL(standby.url).port);
      }
    } finally {
      await before.stop();
    }
  });
});
