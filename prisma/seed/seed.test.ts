import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { checkBooks, getBalance } from "@/server/domain/ledger";
import { decryptText, digest } from "@/server/platform/crypto";
import { withTestDatabase } from "@/server/testing/database";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { seedSandbox } from ".";
import { SANDBOX_ACCOUNTS, SANDBOX_EUROS } from "./sandbox";

withTestDatabase();

test("the seed makes the public sandbox once, and completes one that was interrupted", async () => {
  const db = getPrisma();
  assert.deepEqual(await Promise.all([seedSandbox(), seedSandbox()]).then((results) => results.sort()), [
    "already there",
    "seeded",
  ]);
  // Like a sandbox seeded by an earlier version.
  await db.card.deleteMany({ where: { alwaysDeclinesWith: { not: null } } });
  await db.card.delete({ where: { panTokenHash: digest("pan-token", "TESTcardClosed001") } });
  assert.equal(await seedSandbox(), "seeded");
  assert.equal(await seedSandbox(), "already there");
  for (const { id, openingMinor } of SANDBOX_ACCOUNTS) assert.equal((await getBalance(id)).postedMinor, openingMinor);
  // 100.00 by transfer and 10.00 from the float, less a payout and a payment.
  assert.equal((await getBalance(SANDBOX_EUROS.accountId)).postedMinor, 57_50n);
  const lines = await db.bankLine.findMany({ orderBy: { position: "asc" } });
  assert.deepEqual(
    lines.map(({ state }) => state),
    ["funded", "funded", "unassigned", "unassigned", "unassigned", "unassigned"],
  );
  const { state, payoutCount } = await db.paymentFile.findFirstOrThrow();
  assert.deepEqual([state, payoutCount], ["made", 1]);
  const declining = await db.card.findMany({ where: { alwaysDeclinesWith: { not: null } } });
  assert.deepEqual(
    declining
      .map((card) => `${decryptText("sealed-pan-token", card.sealedPanToken)} ${card.alwaysDeclinesWith}`)
      .sort(),
    ["05", "14", "51", "54", "57", "61", "62", "65"].map((code) => `TESTcardDecline${code} ${code}`),
  );
  const cards = await db.card.findMany({ where: { status: { not: "active" } } });
  const stopped = cards.map((card) => ({
    panToken: decryptText("sealed-pan-token", card.sealedPanToken),
    status: card.status,
  }));
  assert.deepEqual(
    stopped.sort((a, b) => b.panToken.localeCompare(a.panToken)),
    [
      { panToken: "TESTcardRestrict1", status: "frozen" },
      { panToken: "TESTcardClosed001", status: "closed" },
    ],
  );
  const users = await db.user.findMany({ where: { isShared: true }, include: { roles: true } });
  assert.deepEqual(users.map(({ email, roles }) => `${email} ${roles.map(({ kind }) => kind)}`).sort(), [
    "admin@tenant.test tenant_owner",
    "alice@member.test member",
    "bob@member.test member",
    "operator@network.test network_operator",
    "rival@tenant.test tenant_owner",
  ]);
  assert.deepEqual(
    (await checkBooks()).flatMap(({ breaches }) => breaches),
    [],
  );
});

test("a start with nothing to seed asks once", async (t) => {
  await seedSandbox();
  // Background writers may query at the same time, so count only the seed's own queries.
  const ofTheSeed = new AsyncLocalStorage<true>();
  let asked = 0;
  const pool = getPool();
  const connect: (...given: never[]) => unknown = pool.connect.bind(pool);
  t.mock.method(pool, "connect", (...given: never[]) => {
    if (ofTheSeed.getStore()) asked += 1;
    return connect(...given);
  });
  assert.equal(await ofTheSeed.run(true, seedSandbox), "already there");
  assert.equal(asked, 1);
});

test("public credentials never come into a database with live data", async () => {
  const tenant = await createTestTenant();
  await approveTestTenant(tenant);
  assert.equal(await seedSandbox(), "refused", "a tenant that may make live records at any time");
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { liveApprovedAt: null } });
  await createTestTenant({ environment: "live" });
  assert.equal(await seedSandbox(), "refused");
});
