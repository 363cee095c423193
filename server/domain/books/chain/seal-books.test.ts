import assert from "node:assert/strict";
import { test } from "node:test";
import { blockLine } from "@/server/contracts/statement-proof/block";
import { getPool } from "@/server/db/pool";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { startWithKeys } from "@/server/testing/server-keys";
import { proveBooks } from "..";
import { checkChain } from "./check-chain";
import { findHead, findSeal, readLine } from "./head";
import { sealBooks } from "./seal-books";

withTestDatabase({ isApp: true });

const seal = (patienceMs?: number) => sealBooks({ now: now(), ...(patienceMs === undefined ? {} : { patienceMs }) });

async function assertSound(): Promise<void> {
  const results = await checkChain(null);
  assert.deepEqual(
    results.filter(({ breaches }) => breaches.length > 0),
    [],
  );
}

async function pay(): Promise<void> {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await capture(tenant, (await authorize(tenant, card, 10)).recordId);
}

test("entries are sealed once, and nothing is sealed where nothing was written", async () => {
  await assertSound();
  await pay();
  assert.notEqual((await findSeal())?.unsealedSince, null);
  const sealed = await seal();
  assert.deepEqual(sealed, { blocks: 1, head: (await findSeal())?.line, unproven: [] });
  assert.equal((await findSeal())?.unsealedSince, null);
  assert.equal((await seal()).blocks, 0);
  await pay();
  await seal();
  const head = await findHead();
  const [largest] = await queryTestDatabase<{ entry: string; audit: string }>(
    "SELECT (SELECT max(id) FROM entries) AS entry, (SELECT max(number) FROM audit_records) AS audit",
  );
  assert.deepEqual(
    [head?.number, head?.toEntry, head?.toAudit],
    [2n, BigInt(largest?.entry ?? 0), BigInt(largest?.audit ?? 0)],
  );
  await assertSound();
});

test("several at once seal everything once", async () => {
  await pay();
  const made = await Promise.all([seal(), seal(), seal(), seal()]);
  assert.equal(
    made.reduce((sum, { blocks }) => sum + blocks, 0),
    1,
  );
  await assertSound();
});

test("more than one block holds goes into several", async () => {
  const before = await findHead();
  await queryTestDatabase(`INSERT INTO audit_records (id, actor, action, subject_kind, subject_id, details, request_id, created_at)
    SELECT 'many' || lpad(n::text, 13, '0'), 'someone', 'test.done', 'test', 'x', '{}', 'r', now() FROM generate_series(1, 4001) n`);
  assert.equal((await seal()).blocks, 3);
  const rows = await queryTestDatabase<{ audit_count: number }>(
    "SELECT audit_count FROM book_blocks WHERE number > $1 ORDER BY number",
    [before?.number.toString()],
  );
  assert.deepEqual(
    rows.map(({ audit_count }) => audit_count),
    [2_000, 2_000, 1],
  );
  await assertSound();
});

test("no late commit slips in below what is sealed", async () => {
  await seal();
  const before = await findHead();
  const late = await getPool().connect();
  try {
    await late.query("BEGIN");
    await late.query(`INSERT INTO audit_records (id, actor, action, subject_kind, subject_id, details, request_id, created_at)
      VALUES ('late0000000000001', 'someone', 'test.done', 'test', 'x', '{}', 'r', now())`);
    await pay();
    assert.equal((await seal(0)).blocks, 0, "what is younger waits for it");
    const sealing = seal();
    await late.query("COMMIT");
    assert.equal((await sealing).blocks, 1);
  } finally {
    late.release();
  }
  const head = await findHead();
  const [counted] = await queryTestDatabase<{ count: string }>(
    "SELECT count(*) FROM audit_records WHERE number > $1 AND number <= $2",
    [before?.toAudit.toString(), head?.toAudit.toString()],
  );
  assert.equal(head?.auditCount, Number(counted?.count));
  await assertSound();
});

test("the head is one line that the chain is found to contain; the nightly proof notes it", async () => {
  await pay();
  await seal();
  const head = await findHead();
  assert.ok(head);
  const kept = readLine(blockLine(head));
  assert.deepEqual(kept, { number: head.number, hash: head.hash, signature: head.signature });
  await pay();
  await seal();
  const results = await checkChain(kept);
  assert.deepEqual(results.at(-1)?.breaches, []);
  for (const wrong of ["", "closed-loop-books:1:ab:cd", `${blockLine(head)}:more`]) assert.equal(readLine(wrong), null);
  const proof = await proveBooks(networkCaller("live"));
  assert.equal(proof?.head, (await findSeal())?.line);
});

test("a key's rotation goes on with the new one; a head signed with a forgotten key is signed anew", async () => {
  const [old, next] = ["1".repeat(64), "2".repeat(64)];
  const { HMAC_KEY } = process.env;
  startWithKeys({ HMAC_KEYS: `1:${HMAC_KEY ?? old}` });
  try {
    await pay();
    await seal();
    startWithKeys({ HMAC_KEYS: `2:${next},1:${HMAC_KEY ?? old}` });
    assert.equal((await seal()).blocks, 1, "a block without rows says all anew");
    assert.match((await findHead())?.signature ?? "", /^2~/);
    await assertSound();
    startWithKeys({ HMAC_KEYS: `2:${next}` });
    await assertSound();
    await pay();
    await seal();
    await assertSound();
    startWithKeys({ HMAC_KEYS: `3:${old}` });
    const unknown = await checkChain(null);
    assert.match(unknown[0]?.breaches[0]?.says ?? "", /a key that is not known/);
    await seal();
    await assertSound();
  } finally {
    startWithKeys({ HMAC_KEY: HMAC_KEY ?? old });
  }
  assert.ok((await countRows("book_blocks")) > 3);
});
