import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listPageOf, pageOf } from "../list";
import { memberList } from ".";

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
    const asked = { sort: { by, isDescending: true }, startingAfter: null, limit: 2 };
    const page = await listPageOf(memberList(staff, {}), { ...asked, only: [theirs, own] });
    assert.deepEqual([page.items.map(({ id }) => id), page.next, page.total], [[own], null, null]);
    const none = await listPageOf(memberList(staff, {}), { ...asked, only: [theirs] });
    assert.deepEqual([none.items, none.next], [[], null]);
  }
});

test("a search finds names without regard to accents, case, and how they are encoded", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "viewer");
  const names = ["Café Zoë", "Łukasz Żak", "Strauß", "Søren Ærø", "Ñandú 100%", "Анна"];
  const rows = names.map((name, at) => {
    const createdAt = new Date(now().getTime() - at);
    const owner = { tenantId: tenant.id, environment: tenant.environment };
    return { ...owner, id: newRecordId(createdAt), createdAt, name: at % 2 === 0 ? name : name.normalize("NFD") };
  });
  await getPrisma().member.createMany({ data: rows });
  const find = async (search: string) => {
    const { items } = await pageOf(memberList(staff, { search }), { limit: 10 });
    return items.map(({ name }) => name.normalize("NFC"));
  };
  for (const [search, name] of [
    ["cafe", "Café Zoë"],
    ["CAFÉ", "Café Zoë"],
    ["cafe\u0301 zoe", "Café Zoë"],
    ["lukasz zak", "Łukasz Żak"],
    ["Łukasz", "Łukasz Żak"],
    ["strauss", "Strauß"],
    ["soren aero", "Søren Ærø"],
    ["nandu 100%", "Ñandú 100%"],
    ["Анна", "Анна"],
  ] as const) {
    assert.deepEqual(await find(search), [name], search);
  }
  assert.deepEqual(await find("%"), ["Ñandú 100%"]);
  assert.deepEqual(await find("_"), []);
});
