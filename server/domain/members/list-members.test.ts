import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listMembers } from ".";

withTestDatabase();

test("members asked for by their ids are read alone, however far down the list they stand", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const { staff } = await createTestPerson(tenant, "viewer");
  const rowsOf = ({ id: tenantId, environment }: typeof tenant, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const createdAt = new Date(now().getTime() - i * 1_000);
      return { id: newRecordId(createdAt), tenantId, environment, name: `Person ${i}`, createdAt };
    });
  const [members, others] = [rowsOf(tenant, 30), rowsOf(other, 1)];
  await getPrisma().member.createMany({ data: [...members, ...others] });
  const [theirs = "", own = ""] = [others[0]?.id, members[29]?.id];
  for (const by of ["time", "name"] as const) {
    const asked = { search: null, sort: { by, isDescending: true }, cursor: null, limit: 2 };
    const page = await listMembers(staff, { ...asked, only: [theirs, own] });
    assert.deepEqual([page.items.map(({ id }) => id), page.next, page.total], [[own], null, null]);
    const none = await listMembers(staff, { ...asked, only: [theirs] });
    assert.deepEqual([none.items, none.next], [[], null]);
  }
});
