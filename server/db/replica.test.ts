import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { getOverview } from "@/server/domain/queries";
import { readForPage } from "@/server/domain/read-for-page";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { staffCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { COPY_ID, insertCopies } from "@/server/testing/factories/row-copies";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { type Pair, startPair } from "@/server/testing/faults/standby";
import { waitUntil } from "@/server/testing/wait-until";
import { closePool, getPool } from "./pool";
import { query } from "./query";
import { isReplicaPaused } from "./replica-rest";
import { sql } from "./sql";
import { inTransaction } from "./transaction";

let pair: Pair;

before(async () => {
  pair = await startPair();
  process.env.DATABASE_URL = pair.primary.url;
  process.env.DATABASE_READ_URL = pair.standby.url;
});
after(async () => {
  await closePool();
  await pair.stop();
});

interface Read {
  readonly isReplica: boolean;
  readonly tenants: readonly string[];
}

const readTenants = () =>
  readForPage(async () => {
    const [read] = await query<Read>(
      getPool(),
      sql`SELECT pg_is_in_recovery() AS "isReplica", ARRAY(SELECT id FROM tenants) AS tenants`,
    );
    assert.ok(read);
    return read;
  });

async function setReplay(state: "pause" | "resume"): Promise<void> {
  const client = new pg.Client({ connectionString: pair.standby.url });
  await client.connect();
  await client.query(`SELECT pg_wal_replay_${state}()`);
  await client.end();
}

test("a page is read from the replica, with all that was written before", async () => {
  for (let written = 0; written < 20; written += 1) {
    const { id } = await createTestTenant();
    assert.ok((await readTenants()).tenants.includes(id));
  }
  await waitUntil("the replica to answer", async () => (await readTenants()).isReplica);
});

test("writes, and reads that serve no page, go to the primary", async () => {
  const asked = sql`SELECT pg_is_in_recovery() AS "isReplica"`;
  assert.deepEqual(await query(getPool(), asked), [{ isReplica: false }]);
  assert.deepEqual(await readForPage(() => inTransaction((db) => query(db, asked))), [{ isReplica: false }]);
});

test("an overview writes what it counted to the primary, and goes on reading from the replica", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 1);
  for (const [first, ago] of ["2 hours", "10 minutes"].entries()) {
    const changed = { root_id: COPY_ID, created_at: `created_at - interval '${ago}'` };
    await insertCopies({ table: "authorizations", id: recordId, first, last: first, changed });
  }
  await waitUntil("the replica to answer", async () => (await readTenants()).isReplica);
  for (let look = 0; look < 3; look += 1) {
    const { decisions } = await readForPage(() => getOverview(staffCaller(tenant), { period: "24h" }));
    assert.equal(
      decisions.reduce((sum, { count }) => sum + count, 0),
      3,
    );
    assert.equal(isReplicaPaused(), false);
  }
});

test("the primary answers while the replica is behind", async () => {
  await waitUntil("the replica to answer", async () => (await readTenants()).isReplica);
  await setReplay("pause");
  const { id } = await createTestTenant();
  const behind = await readTenants();
  assert.equal(behind.isReplica, false);
  assert.ok(behind.tenants.includes(id));
  await setReplay("resume");
  await waitUntil("the replica to catch up", async () => (await readTenants()).isReplica);
});

test("a read broken off by the replica goes to the primary, and so do all while it is away", async () => {
  const { id } = await createTestTenant();
  await waitUntil("the replica to answer", async () => (await readTenants()).isReplica);
  const asked = sql`SELECT CASE WHEN pg_is_in_recovery() THEN pg_terminate_backend(pg_backend_pid()) ELSE true END AS ok`;
  assert.deepEqual(await readForPage(() => query(getPool(), asked)), [{ ok: true }]);
  await pair.standby.stop();
  for (let read = 0; read < 3; read += 1) {
    const { isReplica, tenants } = await readTenants();
    assert.equal(isReplica, false);
    assert.ok(tenants.includes(id));
  }
});
