import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { DomainError } from "@/server/domain/errors";
import { checkBooks } from "@/server/domain/ledger";
import { signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { digest } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { signUp } from ".";
import { claimSignUp } from "./claim-sign-up";
import { slugify } from "./sign-up";

withTestDatabase();

const PASSWORD = "a long enough password";
const request = () => ({ now: now(), requestId: newRecordId(now()) });

test("a sign-up has everything for a first authorization, and its owner signs in", async () => {
  const email = "Dev@Startup.test";
  const made = await signUp(request(), { company: "Café Zürich", email, password: PASSWORD });
  assert.equal(made.tenantSlug, "cafe-zurich");
  assert.match(made.publicKey, /^pk_test_/);
  assert.match(made.secret, /^sk_test_/);
  const session = { email, password: PASSWORD, userAgent: null, address: null };
  assert.ok(await signIn({ now: now() }, session));
  const tenant = await getPrisma().tenant.findUniqueOrThrow({
    where: { slug: made.tenantSlug },
    include: { roles: true, merchants: true, members: { include: { accounts: true, cards: true } } },
  });
  assert.equal(tenant.rateLimitTier, "sandbox");
  assert.deepEqual(
    tenant.roles.map(({ kind }) => kind),
    ["tenant_owner"],
  );
  assert.deepEqual(
    tenant.merchants.map(({ isDefault, environment }) => [isDefault, environment]),
    [[true, "test"]],
  );
  assert.equal(tenant.members[0]?.accounts[0]?.postedMinor, 10_000_00n);
  assert.equal(tenant.members[0]?.cards[0]?.panTokenHash, digest("pan-token", made.panToken));
  assert.deepEqual(
    (await checkBooks()).flatMap(({ breaches }) => breaches),
    [],
  );
});

test("two of one name get two slugs, two with one email at once one login", async () => {
  const company = "Twin";
  const twins = await Promise.all(
    ["a@twin.test", "b@twin.test"].map((email) => signUp(request(), { company, email, password: PASSWORD })),
  );
  assert.equal(new Set(twins.map(({ tenantSlug }) => tenantSlug)).size, 2);
  const input = { company, email: "c@twin.test", password: PASSWORD };
  const before = await getPrisma().tenant.count();
  const tried = await Promise.allSettled(Array.from({ length: 5 }, () => signUp(request(), input)));
  const refused = tried.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  assert.equal(refused.length, 4);
  assert.ok(refused.every((error) => error instanceof DomainError && error.field === "email"));
  assert.equal(await getPrisma().role.count({ where: { user: { email: input.email } } }), 1);
  assert.equal((await getPrisma().tenant.count()) - before, 1, "none is left without an owner");
  assert.equal(await getPrisma().signUp.count(), 0);
});

test("a sign-up that was cut off stops the next one for two minutes, not for good", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const email = "cut@off.test";
  await assert.rejects(
    claimSignUp({ email, now: now(), busy: () => new Error("busy") }, async () => {
      await getPrisma().$executeRaw`UPDATE sign_ups SET started_at = started_at - interval '1 millisecond'`;
      throw new Error("cut off");
    }),
    /cut off/,
  );
  const input = { company: "Cut", email, password: PASSWORD };
  await assert.rejects(signUp(request(), input), /already being signed up/);
  clock.advance(2 * 60_000);
  assert.match((await signUp(request(), input)).tenantSlug, /^cut/);
});

test("slugs are what people would write", () => {
  assert.equal(slugify("Söhne & Straße GmbH"), "sohne-strasse-gmbh");
  assert.equal(slugify("  --ACME--  "), "acme");
  assert.match(slugify("株式会社"), /^tenant-[0-9a-f]{4}$/);
  assert.equal(slugify("x".repeat(80)), "x".repeat(40));
  assert.equal(
    slugify("Cooperative of the Independent Bakeries of Lower Saxony"),
    "cooperative-of-the-independent-bakeries",
  );
});
