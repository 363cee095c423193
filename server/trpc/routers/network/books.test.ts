import assert from "node:assert/strict";
import { test } from "node:test";
import { proveBooks, sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const place = { environment: "test" } as const;

testOperatorAuthority("books", {
  "network.books.get": { call: (portal, at) => portal.network.books.get(at), others: null },
  "network.books.last": { call: (portal, at) => portal.network.books.last(at), others: null },
  "network.books.reserves": { call: (portal, at) => portal.network.books.reserves(at), others: null },
  "network.books.totals": { call: (portal, at) => portal.network.books.totals(at), others: null },
  "network.books.prove": { call: (portal, at) => portal.network.books.prove(at), others: null },
});

const untilProved = (portal: ReturnType<typeof portalOf>) =>
  waitUntil("the proofs before", async () => !(await portal.network.books.get(place)).underWay);

test("the page shows how far the books are sealed, the head, and with which key it was signed", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  await createTestCard(await createTestTenant());
  // The authority table started a proof, which is recorded when it ends.
  await untilProved(portal);
  const before = (await portal.network.books.get(place)).seal;
  assert.deepEqual([before?.number, before?.publicKey], [0, null]);
  assert.ok(before?.unsealedSince);
  await sealBooks({ now: now() });
  const { seal } = await portal.network.books.get(place);
  assert.deepEqual([seal?.number, seal?.unsealedSince], [1, null]);
  assert.match(seal?.line ?? "", /^closed-loop-books:1:[0-9a-f]{64}:/);
  assert.match(seal?.publicKey ?? "", /BEGIN PUBLIC KEY/);
});

test("a proof runs once at a time and is kept check by check, no matter who requested it", async () => {
  const tenant = await createTestTenant();
  await createTestCard(tenant, { fundsMinor: 7_00n });
  const user = await createTestUser({ kind: "network_operator" });
  const portal = portalOf(await openTestSession(user));
  await untilProved(portal);
  const earlier = (await portal.network.books.get(place)).proofs.length;
  const [first, second] = await Promise.all([portal.network.books.prove(place), portal.network.books.prove(place)]);
  assert.deepEqual([first.isStarted, second.isStarted].sort(), [false, true]);
  const books = await waitUntil("the proof", async () => {
    const now = await portal.network.books.get(place);
    return now.underWay === null && now.proofs.length > Math.min(earlier, 9) ? now : undefined;
  });
  const [proof] = books.proofs;
  assert.ok(proof);
  assert.deepEqual([proof.actor, proof.isNightly, books.failure], [user.email, false, null]);
  assert.ok(proof.checks.length >= 18);
  assert.ok(proof.checks.every(({ looksAt, findings }) => /\d+ \w+/.test(looksAt) && findings.length === 0));
  await proveBooks(networkCaller("live"));
  assert.equal(
    (await portal.network.books.get(place)).proofs.some(({ isNightly }) => isNightly),
    true,
  );
  const totals = await portal.network.books.totals(place);
  assert.equal(
    totals.reduce((sum, { posted }) => sum + Math.round(posted * 100), 0),
    0,
  );
});
