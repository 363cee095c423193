import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();

const PASSWORD = "a long enough password";

test("strangers may sign up, ask for a link and follow one; only who is signed in accepts an invitation", async () => {
  const portal = portalOf(null);
  const token = "0".repeat(48);
  const email = "stranger@access.test";
  const outcomes: Record<string, string> = {
    "public.access.signUp": await outcomeOf(
      portal.public.access.signUp({ company: "Acme", email, password: PASSWORD }),
    ),
    "public.access.forgot": await outcomeOf(portal.public.access.forgot({ email })),
    "public.access.reset": await outcomeOf(portal.public.access.reset({ token, password: PASSWORD })),
    "public.access.beginPasskey": await outcomeOf(portal.public.access.beginPasskey()),
    "public.access.join": await outcomeOf(portal.public.access.join({ token, password: PASSWORD })),
    "public.access.accept": await outcomeOf(portal.public.access.accept({ token })),
  };
  assert.deepEqual(outcomes, {
    "public.access.signUp": "ok",
    "public.access.forgot": "ok",
    "public.access.reset": "not_found",
    "public.access.beginPasskey": "ok",
    "public.access.join": "not_found",
    "public.access.accept": "authentication_failed",
  });
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("public.access."));
  assert.deepEqual(Object.keys(outcomes).sort(), all.sort());
});

test("the answer to a forgotten password is the same for everyone", async () => {
  const answers = await Promise.all(
    ["stranger@access.test", "nobody@access.test"].map((email) => portalOf(null).public.access.forgot({ email })),
  );
  assert.deepEqual(answers, [{}, {}]);
  assert.equal(await getPrisma().email.count({ where: { recipient: "nobody@access.test" } }), 0);
});

test("sign-ups and requests for links are throttled by address; one email is refused to no one", async () => {
  const signUp = (address: string) =>
    outcomeOf(
      portalOf(null, address).public.access.signUp({
        company: "Acme",
        email: "stranger@access.test",
        password: PASSWORD,
      }),
    );
  const tried: string[] = [];
  for (let i = 0; i < 21; i += 1) tried.push(await signUp("192.0.2.1"));
  assert.deepEqual([tried[0], tried[19], tried[20]], ["validation_error", "validation_error", "rate_limit_exceeded"]);
  assert.equal(await signUp("192.0.2.2"), "validation_error");
  const forgot = (i: number) =>
    outcomeOf(portalOf(null, `192.0.2.${i}`).public.access.forgot({ email: "Often@access.test" }));
  const asked: string[] = [];
  for (let i = 10; i < 16; i += 1) asked.push(await forgot(i));
  assert.deepEqual(asked, ["ok", "ok", "ok", "ok", "ok", "ok"]);
  const far: string[] = [];
  for (let i = 0; i < 21; i += 1) {
    far.push(await outcomeOf(portalOf(null, "192.0.2.3").public.access.forgot({ email: `${i}@access.test` })));
  }
  assert.deepEqual([far[19], far[20]], ["ok", "rate_limit_exceeded"]);
});

test("procedures are counted by address for who is signed out, and by session for who is not", async () => {
  const portal = portalOf(null, "192.0.2.99");
  const outcomes: string[] = [];
  for (let i = 0; i < 6_001; i += 1) outcomes.push(await outcomeOf(portal.wallet.accounts.list()));
  assert.deepEqual([outcomes[5_999], outcomes[6_000]], ["authentication_failed", "rate_limit_exceeded"]);
  const { memberId } = await createTestCard(await createTestTenant());
  const neighbor = await openTestSession(await createTestUser({ kind: "member", memberId }));
  assert.equal(await outcomeOf(portalOf(neighbor, "192.0.2.99").wallet.accounts.list()), "ok");
});
