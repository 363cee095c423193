import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

let onboarded = 0;

testOperatorAuthority("tenants", {
  "network.tenants.list": { call: (portal, place) => portal.network.tenants.list({ ...place }), others: null },
  "network.tenants.get": {
    call: (portal, place, { tenant }) => portal.network.tenants.get({ ...place, slug: tenant.slug }),
    others: "not_found",
  },
  "network.tenants.onboard": {
    call: (portal, place) => {
      onboarded += 1;
      const slug = `onboarded-${onboarded}`;
      return portal.network.tenants.onboard({ ...place, title: "New Tenant", slug, tier: "standard", mcc: "5814" });
    },
    others: null,
  },
  "network.tenants.inviteOwner": {
    call: (portal, place, { tenant }) =>
      portal.network.tenants.inviteOwner({
        ...place,
        key: randomUUID(),
        slug: tenant.slug,
        email: "owner@invited.test",
      }),
    others: "not_found",
    outcome: "validation_error",
  },
  "network.tenants.setStatus": {
    call: (portal, place, { tenant }) =>
      portal.network.tenants.setStatus({ ...place, slug: tenant.slug, status: "suspended" }),
    others: "not_found",
  },
  "network.tenants.setTier": {
    call: (portal, place, { tenant }) => portal.network.tenants.setTier({ ...place, slug: tenant.slug, tier: "plus" }),
    others: "not_found",
  },
  "network.tenants.approve": {
    call: (portal, place, { tenant }) => portal.network.tenants.approve({ ...place, slug: tenant.slug }),
    others: "not_found",
    outcome: "live_not_approvable",
  },
});

const place = { environment: "test" } as const;
const operator = async () => portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));

test("a tenant is approved once it has asked, and never beside demo logins", async () => {
  const portal = await operator();
  const tenant = await createTestTenant({ rateLimitTier: "plus" });
  const { slug } = tenant;
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { liveAskedAt: now() } });
  const demo = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id }, { isShared: true });
  await assert.rejects(portal.network.tenants.approve({ ...place, slug }), /demo logins/);
  assert.equal((await portal.network.tenants.get({ ...place, slug })).hasDemoLogins, true);
  await getPrisma().user.update({ where: { id: demo.id }, data: { isShared: false } });
  // In live, a second operator would have had to approve this tier.
  await assert.rejects(portal.network.tenants.approve({ ...place, slug }), /Lower its tier/);
  await portal.network.tenants.setTier({ ...place, slug, tier: "standard" });
  await portal.network.tenants.approve({ ...place, slug });
  await portal.network.tenants.approve({ ...place, slug });
  assert.equal((await portal.network.tenants.get({ ...place, slug })).live, "approved");
  const { items } = await portal.network.audit.list({ ...place, tenantId: tenant.id, action: "tenant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["tenant.approved_for_live", "tenant.tier_changed"],
    "once",
  );
});

test("filters find what they say, page by page", async () => {
  const portal = await operator();
  const [one, two] = [
    await createTestTenant({ rateLimitTier: "plus" }),
    await createTestTenant({ rateLimitTier: "plus" }),
  ];
  await portal.network.tenants.setStatus({ ...place, slug: one.slug, status: "suspended" });
  const slugs = async (filter: object) => {
    const { items } = await portal.network.tenants.list({ ...place, limit: 50, ...filter });
    return items.map(({ slug }) => slug);
  };
  assert.ok((await slugs({ status: "suspended", tier: "plus" })).includes(one.slug));
  assert.ok(!(await slugs({ status: "active" })).includes(one.slug));
  assert.deepEqual(await slugs({ search: two.slug.toUpperCase() }), [two.slug]);
  assert.deepEqual(await slugs({ search: two.id }), [two.slug]);
  assert.deepEqual(await slugs({ search: two.slug, live: "approved" }), []);
  const first = await portal.network.tenants.list({ ...place, limit: 1 });
  const second = await portal.network.tenants.list({ ...place, limit: 1, cursor: first.next });
  assert.notEqual(first.items[0]?.id, second.items[0]?.id);
});

test("a slug in use is refused at its field; a new tenant can take payments in both environments", async () => {
  const portal = await operator();
  const input = { ...place, title: "Twice", slug: "twice", tier: "sandbox", mcc: "5999" } as const;
  const { id } = await portal.network.tenants.onboard(input);
  await assert.rejects(portal.network.tenants.onboard(input), /slug is already taken/);
  const merchants = await getPrisma().merchant.findMany({ where: { tenantId: id, isDefault: true } });
  assert.deepEqual(merchants.map(({ environment }) => environment).sort(), ["live", "test"]);
});

test("an invitation to a tenant without an owner gives an owner; then operators invite no one any more", async () => {
  const portal = await operator();
  const slug = "owned-soon";
  await portal.network.tenants.onboard({ ...place, title: "Owned Soon", slug, tier: "sandbox", mcc: "5999" });
  const email = "owner@owned-soon.test";
  const first = await portal.network.tenants.inviteOwner({ ...place, key: randomUUID(), slug, email });
  const { link } = await portal.network.tenants.inviteOwner({ ...place, key: randomUUID(), slug, email });
  const join = (address: string) =>
    portalOf(null).public.access.join({ token: address.split("/").at(-1) ?? "", password: "a password of the owner" });
  await assert.rejects(join(first.link), /no longer works/, "a later invitation ends the earlier one");
  await join(link);
  const { people } = await portal.network.tenants.get({ ...place, slug });
  assert.deepEqual(
    people.map((person) => [person.email, person.role]),
    [[email, "owner"]],
  );
  await assert.rejects(
    portal.network.tenants.inviteOwner({ ...place, key: randomUUID(), slug, email: "b@owned-soon.test" }),
    /an owner/,
  );
});
