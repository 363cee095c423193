import assert from "node:assert/strict";
import { test } from "node:test";
import { TRPCError } from "@trpc/server";
import { answerLogo } from "@/server/api/brand-logo";
import { answerManifest } from "@/server/api/brand-manifest";
import { findInvitation } from "@/server/domain/team";
import { now } from "@/server/platform/clock";
import { LEADERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { TEST_PNG, testPng } from "@/server/testing/test-image";
import { errorFacts } from "@/server/trpc/errors";

withTestDatabase();

const LEADING = { live: LEADERS, test: LEADERS } as const;
const LOGO = TEST_PNG.toString("base64");

testTenantAuthority("brand", {
  "tenant.brand.get": { call: (portal, place) => portal.tenant.brand.get(place), allowed: READING, others: null },
  "tenant.brand.changeAccent": {
    call: (portal, place) => portal.tenant.brand.changeAccent({ ...place, accent: "#1a7f37" }),
    allowed: LEADING,
    others: null,
  },
  "tenant.brand.changeLogo": {
    call: (portal, place) => portal.tenant.brand.changeLogo({ ...place, logo: LOGO }),
    allowed: LEADING,
    others: null,
  },
  "tenant.brand.removeLogo": {
    call: (portal, place) => portal.tenant.brand.removeLogo(place),
    allowed: LEADING,
    others: null,
  },
});

async function createOwner() {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const owner = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  return { tenant, place, portal: portalOf(await openTestSession(owner)) };
}

const addressOf = (url = "") => {
  const [, , tenant = "", logo = ""] = url.split("/");
  return { tenant, logo };
};

test("members see the color, made readable, and the logo; changes are on record, repeats change nothing", async () => {
  const { tenant, place, portal } = await createOwner();
  const { memberId } = await createTestCard(tenant);
  const member = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId })));
  const looks = async () => (await member.shared.sessions.me()).member?.looks;
  assert.deepEqual(await looks(), { tones: null, logo: null });
  for (let twice = 0; twice < 2; twice += 1) {
    await portal.tenant.brand.changeAccent({ ...place, accent: "#FFD400" });
    await portal.tenant.brand.changeLogo({ ...place, logo: LOGO });
  }
  const seen = await looks();
  assert.equal(seen?.tones?.accent.dark, "#ffd400");
  assert.notEqual(seen?.tones?.accent.light, "#ffd400");
  assert.deepEqual([seen?.logo?.width, seen?.logo?.height], [96, 64]);
  const { email } = await createTestUser({ kind: "network_operator" });
  const { link } = await portal.tenant.members.inviteToWallet({
    ...place,
    key: crypto.randomUUID(),
    id: (await createTestCard(tenant)).memberId,
    email: `new-${email}`,
  });
  const invitation = await findInvitation({ now: now() }, link?.split("/").at(-1) ?? "");
  assert.deepEqual([invitation?.accent, invitation?.logoHash], ["#ffd400", addressOf(seen?.logo?.url).logo]);
  await portal.tenant.brand.changeAccent({ ...place, accent: null });
  await portal.tenant.brand.removeLogo(place);
  await portal.tenant.brand.removeLogo(place);
  assert.deepEqual(await looks(), { tones: null, logo: null });
  const { items } = await portal.tenant.audit.list({ ...place, noun: "tenant" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["tenant.logo_removed", "tenant.color_changed", "tenant.logo_changed", "tenant.color_changed"],
  );
});

test("a logo is served as what its header says, for good; nothing else is served", async () => {
  const { place, portal } = await createOwner();
  await portal.tenant.brand.changeLogo({ ...place, logo: LOGO });
  const { logo } = await portal.tenant.brand.get(place);
  const address = addressOf(logo?.url);
  const answer = await answerLogo(address);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), TEST_PNG);
  assert.deepEqual(
    ["content-type", "cache-control", "x-content-type-options"].map((name) => answer.headers.get(name)),
    ["image/png", "public, max-age=31536000, immutable", "nosniff"],
  );
  const other = await createOwner();
  await other.portal.tenant.brand.changeLogo({ ...other.place, logo: testPng(64, 64) });
  for (const wrong of [
    { ...address, tenant: other.tenant.id },
    { ...address, logo: "0".repeat(32) },
    { ...address, logo: "" },
    { tenant: "nobody", logo: "nothing" },
  ]) {
    assert.equal((await answerLogo(wrong)).status, 404);
  }
  await portal.tenant.brand.removeLogo(place);
  assert.equal((await answerLogo(address)).status, 404);
});

test("a wallet is installed under its tenant's name, with the network's icons until its own will do", async () => {
  const { tenant, place, portal } = await createOwner();
  const manifest = async () => (await answerManifest(tenant.id)).json();
  const plain = await manifest();
  assert.deepEqual(
    [plain.name, plain.short_name, plain.theme_color, plain.icons.length],
    ["Test Tenant", "Test Tenant", "#3a46d4", 3],
  );
  await portal.tenant.brand.changeAccent({ ...place, accent: "#1a7f37" });
  await portal.tenant.brand.changeLogo({ ...place, logo: LOGO });
  assert.deepEqual([(await manifest()).theme_color, (await manifest()).icons.length], ["#1a7f37", 3]);
  await portal.tenant.brand.changeLogo({ ...place, logo: testPng(256, 256) });
  await portal.tenant.tenants.rename({ ...place, title: "A title that no phone has room for" });
  const { icons, short_name: shortName } = await manifest();
  const { logo } = await portal.tenant.brand.get(place);
  assert.deepEqual(icons, [{ src: logo?.url, sizes: "256x256", type: "image/png", purpose: "any" }]);
  assert.equal(shortName, "Wallet");
  for (const wrong of ["nobody", "0".repeat(17)]) assert.equal((await answerManifest(wrong)).status, 404);
});

test("an image of another kind or a wrong size or length is refused at its field, as is no color", async () => {
  const { place, portal } = await createOwner();
  const outcomes: string[] = [];
  const file = (text: string) => Buffer.from(text).toString("base64");
  const wrong = [
    file("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    file("GIF89a"),
    testPng(47, 64),
    testPng(2_049, 1_000),
    testPng(1_000, 200),
    "not base64!",
    Buffer.concat([TEST_PNG, Buffer.alloc(128 * 1024)]).toString("base64"),
  ];
  for (const logo of wrong) {
    await portal.tenant.brand.changeLogo({ ...place, logo }).catch((error) => outcomes.push(fieldOf(error)));
  }
  for (const accent of ["red", "#fff", "#12345", "#1a7f37;}", "url(x)"]) {
    await portal.tenant.brand.changeAccent({ ...place, accent }).catch((error) => outcomes.push(fieldOf(error)));
  }
  assert.deepEqual(outcomes, [...wrong.map(() => "logo"), ...Array.from({ length: 5 }, () => "accent")]);
  assert.deepEqual(await portal.tenant.brand.get(place), { accent: null, tones: null, logo: null });
});

function fieldOf(error: unknown): string {
  return error instanceof TRPCError ? (errorFacts(error).issues[0]?.field ?? error.message) : String(error);
}
