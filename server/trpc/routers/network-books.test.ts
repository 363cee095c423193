import assert from "node:assert/strict";
import { test } from "node:test";
import { proveBooks } from "@/server/domain/books";
import { networkCaller } from "@/server/testing/callers";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { testOperatorAuthority } from "@/server/testing/operator-authority";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/portal";
import { createTestTenant } from "@/server/testing/tenants";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const place = { environment: "test" } as const;

testOperatorAuthority("networkBooks", {
  "networkBooks.get": { call: (portal, at) => portal.networkBooks.get(at), others: null },
  "networkBooks.totals": { call: (portal, at) => portal.networkBooks.totals(at), others: null },
  "networkBooks.prove": { call: (portal, at) => portal.networkBooks.prove(at), others: null },
});

test("a proof runs once at a time and is kept check by check, whoever asked for it", async () => {
  const tenant = await createTestTenant();
  await createTestCard(tenant, { fundsMinor: 7_00n });
  const user = await createTestUser({ kind: "network_operator" });
  const portal = portalOf(await openTestSession(user));
  await waitUntil("the proofs before", async () => !(await portal.networkBooks.get(place)).underWay);
  const earlier = (await portal.networkBooks.get(place)).proofs.length;
  const [first, second] = await Promise.all([portal.networkBooks.prove(place), portal.networkBooks.prove(place)]);
  assert.deepEqual([first.isStarted, second.isStarted].sort(), [false, true]);
  const books = await waitUntil("the proof", async () => {
    const now = await portal.networkBooks.get(place);
    return now.underWay === null && now.proofs.length > Math.min(earlier, 9) ? now : undefined;
  });
  const [proof] = books.proofs;
  assert.ok(proof);
  assert.deepEqual([proof.actor, proof.isNightly, books.failure], [user.email, false, null]);
  assert.ok(proof.checks.length >= 18);
  assert.ok(proof.checks.every(({ looksAt, findings }) => /\d+ \w+/.test(looksAt) && findings.length === 0));
  await proveBooks(networkCaller("live"));
  assert.equal(
    (await portal.networkBooks.get(place)).proofs.some(({ isNightly }) => isNightly),
    true,
  );
  const totals = await portal.networkBooks.totals(place);
  assert.equal(
    totals.reduce((sum, { posted }) => sum + Math.round(posted * 100), 0),
    0,
  );
});
