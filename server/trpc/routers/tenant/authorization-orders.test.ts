import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { openTenantAuthorizations } from "@/server/testing/factories/portal";
import { insertDeclinedCopies } from "@/server/testing/factories/row-copies";

withTestDatabase();

type Wanted = Omit<
  Parameters<Awaited<ReturnType<typeof openTenantAuthorizations>>["authorizations"]["list"]>[0],
  "tenant" | "environment"
>;

async function allIds({ authorizations, place }: Awaited<ReturnType<typeof openTenantAuthorizations>>, wanted: Wanted) {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof authorizations.list>> = await authorizations.list({
      ...place,
      ...wanted,
      limit: 2,
      cursor,
    });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

test("any order goes through amounts that are alike exactly once, also while others come", async () => {
  const portal = await openTenantAuthorizations();
  const { tenant } = portal;
  const card = await createTestCard(tenant);
  const inYen = await createTestCard(tenant, { currency: "JPY" });
  const made = new Map<string, number>();
  for (const amount of [5, 7, 5, 5, 9, 5, 7]) made.set((await authorize(tenant, card, amount)).recordId, amount);
  made.set((await authorize(tenant, inYen, 8, { currency: "JPY" })).recordId, 8);
  const inOrder = (found: readonly string[]) => found.map((id) => made.get(id));
  const ascending = await allIds(portal, { sort: "amount" });
  assert.deepEqual(inOrder(ascending), [5, 5, 5, 5, 7, 7, 8, 9]);
  assert.equal(new Set(ascending).size, made.size);
  assert.deepEqual(await allIds(portal, { sort: "-amount" }), ascending.toReversed());
  const byTime = [...made.keys()];
  assert.deepEqual(await allIds(portal, { sort: "time" }), byTime);
  assert.deepEqual(await allIds(portal, {}), byTime.toReversed());
  assert.deepEqual([...(await allIds(portal, { sort: "status" }))].sort(), [...byTime].sort());
  const { authorizations, place } = portal;
  const first = await authorizations.list({ ...place, sort: "amount", limit: 2 });
  const late = (await authorize(tenant, card, 6)).recordId;
  const second = await authorizations.list({ ...place, sort: "amount", limit: 50, cursor: first.next });
  const seen: string[] = [...first.items, ...second.items].map(({ id }) => id);
  assert.deepEqual(
    seen.filter((id) => id !== late),
    ascending,
  );
});

test("an order is of the newest 10,000, says so, and older ones follow once", async () => {
  const portal = await openTenantAuthorizations();
  const { tenant, authorizations, place } = portal;
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 3);
  const COPIES = 10_005;
  await getPrisma().authorization.updateMany({
    where: { tenantId: tenant.id },
    data: { createdAt: new Date(Date.now() - 2 * COPIES * 1_000) },
  });
  await insertDeclinedCopies(recordId, COPIES);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof authorizations.list>> = await authorizations.list({
      ...place,
      sort: "-amount",
      limit: 100,
      cursor,
    });
    assert.equal(page.isPart, true);
    found.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  assert.equal(found.length, COPIES + 1);
  assert.equal(new Set(found).size, COPIES + 1);
  assert.equal(found.at(-1), recordId);
});
