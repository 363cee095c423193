import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { listOutbox } from "@/server/domain/emails";
import { signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

/** The same words with accents and spaces composed differently. */
const ONE_KEYBOARD = "cafe\u0301 au\u00A0lait, please";
const OTHER_KEYBOARD = "caf\u00E9 au lait, please";

const opens = async (email: string, password: string) =>
  (await signIn({ now: now() }, { email, password, userAgent: null, address: null })) !== null;

async function tokenFor(recipient: string): Promise<string> {
  const texts = (await listOutbox()).filter((email) => email.recipient === recipient).map(({ text }) => text);
  return texts.map((text) => /\/reset\/(\w+)/.exec(text)?.[1]).find(Boolean) ?? "";
}

test("a password set at sign-up, by a link, or in the settings is right from any keyboard", async () => {
  const { access } = portalOf(null).public;
  const email = "accents@passwords.test";
  await access.signUp({ company: "Café", email, password: ONE_KEYBOARD });
  assert.equal(await opens(email, OTHER_KEYBOARD), true);

  await access.forgot({ email });
  const again = `again, ${ONE_KEYBOARD}`;
  await access.reset({ token: await tokenFor(email), password: again });
  assert.deepEqual([await opens(email, OTHER_KEYBOARD), await opens(email, `again, ${OTHER_KEYBOARD}`)], [false, true]);

  const user = await createTestUser(
    { kind: "tenant_owner", tenantId: (await createTestTenant()).id },
    { password: OTHER_KEYBOARD },
  );
  const { sessions } = portalOf(await openTestSession(user)).shared;
  await sessions.changePassword({ current: ONE_KEYBOARD, next: again });
  assert.equal(await opens(user.email, `again, ${OTHER_KEYBOARD}`), true);
});

test("a person invited and joined signs in from any keyboard", async () => {
  const tenant = await createTestTenant();
  const owner = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const email = "invited@passwords.test";
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { link } = await portalOf(await openTestSession(owner)).tenant.team.invite({
    ...place,
    key: randomUUID(),
    email,
    role: "viewer",
  });
  const token = link.split("/").at(-1) ?? "";
  await portalOf(null).public.access.join({ token, password: ONE_KEYBOARD });
  assert.equal(await opens(email, OTHER_KEYBOARD), true);
});

test("bytes beyond bcrypt's view are refused in a new password, and wrong in a confirmed one", async () => {
  const whole = "\u00E9".repeat(36);
  const user = await createTestUser(
    { kind: "tenant_owner", tenantId: (await createTestTenant()).id },
    { password: whole },
  );
  const { sessions, secondFactor } = portalOf(await openTestSession(user)).shared;
  const { access } = portalOf(null).public;
  const next = "another long password";
  assert.deepEqual(
    [
      await outcomeOf(access.signUp({ company: "Acme", email: "long@passwords.test", password: `${whole}e` })),
      await outcomeOf(access.reset({ token: "x", password: `${whole}e` })),
      await outcomeOf(access.join({ token: "x", password: `${whole}e` })),
      await outcomeOf(sessions.changePassword({ current: whole, next: `${whole}e` })),
      await outcomeOf(sessions.changePassword({ current: `${whole}e`, next })),
      await outcomeOf(secondFactor.begin({ password: `${whole}e` })),
      await outcomeOf(secondFactor.begin({ password: "e\u0301".repeat(36) })),
    ],
    [...Array(6).fill("validation_error"), "ok"],
  );
});
