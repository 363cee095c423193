import type { APIRequestContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createMember, createOperator, dropSession, make, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

const PASSWORD = "a long enough password";
const STEP_MS = 30_000;

const newEmail = () => `dev-${crypto.randomUUID().slice(0, 8)}@startup.test`;

/** A TOTP code of the current step or a neighbor, because each code works once. */
function codeOf(secret: string, stepsOff = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsOff * STEP_MS });
}

async function call(request: APIRequestContext, baseURL: string | undefined, name: string, input: object) {
  const headers = { origin: baseURL ?? "", "content-type": "application/json" };
  const answer = await request.post(`/api/trpc/${name}`, { headers, data: JSON.stringify(input) });
  expect(answer.status(), name).toBe(200);
  return (await answer.json()).result.data;
}

const readEmailTo = (email: string) => make<{ readonly subject: string; readonly text: string }>({ emailTo: email });

/** Confirms the signed-in login's email with the code sent to it. */
async function proveEmail(request: APIRequestContext, baseURL: string | undefined, email: string): Promise<void> {
  const [, code] = /account page: (\d{8})/.exec((await readEmailTo(email)).text) ?? [];
  await call(request, baseURL, "shared.sessions.proveEmail", { code });
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in?next=%2Faccount");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("from the sign-up page to an approved authorization, then a second factor and a sign-in with it", {
  tag: "@journey",
}, async ({ page, request }) => {
  const email = newEmail();
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Create sandbox" }).click();
  await expect(page.getByLabel("Company or project")).toBeFocused();
  await page.getByLabel("Company or project").fill("Startup & Söhne");
  await expect(page.getByText("Your console’s address: /t/startup-sohne")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create sandbox" }).click();
  await expect(page.getByRole("heading", { name: "Your sandbox is ready" })).toBeVisible();
  await expectGood(page, "first key");

  const curl = (await page.getByLabel("First call", { exact: true }).textContent()) ?? "";
  const headers = Object.fromEntries(
    [...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );
  const [, url = "", data = ""] = /curl -s (\S+)[\s\S]*-d '([^']+)'/.exec(curl) ?? [];
  const answer = await request.post(url, {
    headers: { ...headers, "Idempotency-Key": "first" } as Record<string, string>,
    data,
  });
  const { status, recordId } = await answer.json();
  expect(status).toBe("approved");

  const go = page.getByRole("button", { name: "Go to your sandbox" });
  await expect(go).toBeDisabled();
  await page.getByLabel("I have stored the secret").check();
  await go.click();
  await page.waitForURL(/\/t\/startup-sohne[\w-]*\/test\?welcome=1$/);
  await page.goto(`${new URL(page.url()).pathname}/authorizations/${recordId}`);
  await expect(page.getByRole("heading", { level: 1, name: "$12.50" })).toBeVisible();
  // A generated key is longer than the sandbox's.
  await expectGood(page, "the first authorization");

  await page.goto("/account");
  await expect(page.getByRole("button", { name: "Set up second factor" })).toBeHidden();
  await page.getByLabel("Code from the email").fill("0000 0000");
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByText("That isn’t the code in our latest email.")).toBeVisible();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  const [, emailCode = ""] = /yours: (\d{8})/.exec((await readEmailTo(email)).text) ?? [];
  await page.getByLabel("Code from the email").fill(emailCode);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await page.getByRole("button", { name: "Set up second factor" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = ((await page.getByTestId("totp-secret").textContent()) ?? "").replace(/\s/g, "");
  await expectAccessible(page, "set up");
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const recovery = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(recovery.getByRole("listitem")).toHaveCount(10);
  const [recoveryCode = ""] = await recovery.getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  await expect(recovery).toBeVisible();
  await recovery.getByLabel("I have stored the codes").check();
  await recovery.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  for (const code of [codeOf(secret, 1), recoveryCode]) {
    await dropSession(page);
    await signIn(page, email, PASSWORD);
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByText("That code is wrong or has already been used.")).toBeVisible();
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/account");
  }
});

test("a forgotten password is reset by an emailed link, once, and what one came for is reached", {
  tag: "@journey",
}, async ({ page, request, baseURL }) => {
  const email = newEmail();
  await call(request, baseURL, "public.access.signUp", { company: "Forgetful", email, password: PASSWORD });
  await page.goto("/sign-in?next=%2Faccount%3Fpart%3Dsessions");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/forgot?next=%2Faccount%3Fpart%3Dsessions");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText(email);
  await page.getByRole("link", { name: "outbox" }).click();
  await page.waitForURL("**/outbox");
  await expect(page.getByRole("listitem").getByRole("link").first()).toBeVisible();
  const { subject, text } = await readEmailTo(email);
  expect(subject).toBe("Reset your Closed Loop password");
  const [link = ""] = /^http.*\/reset\/.*$/m.exec(text) ?? [];
  await page.goto(link);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  const next = "another long password";
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL("**/sign-in?reset=1&next=%2Faccount%3Fpart%3Dsessions");
  await page.getByLabel("Email").fill(email);
  for (const [password, outcome] of [
    [PASSWORD, () => expect(page.getByText("Email and password don’t match.")).toBeVisible()],
    [next, () => page.waitForURL("**/account?part=sessions")],
  ] as const) {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await outcome();
  }
  const again = await page.goto(link);
  expect(again?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("the outbox opens before there is an email too", async ({ page }) => {
  expect((await page.goto("/outbox"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
});

test("an invitation makes a login with its role, and works once", { tag: "@journey" }, async ({
  page,
  openPage,
  baseURL,
}) => {
  const owner = await openPage();
  const [ownerEmail, email] = [newEmail(), newEmail()];
  const { tenantSlug } = await call(owner.request, baseURL, "public.access.signUp", {
    company: "Inviting",
    email: ownerEmail,
    password: PASSWORD,
  });
  await signIn(owner, ownerEmail, PASSWORD);
  await owner.waitForURL("**/account");
  await proveEmail(owner.request, baseURL, ownerEmail);
  const { link } = await call(owner.request, baseURL, "tenant.team.invite", {
    tenant: tenantSlug,
    environment: "test",
    key: crypto.randomUUID(),
    email,
    role: "developer",
  });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Join Inviting" })).toBeVisible();
  await expect(page.getByText(ownerEmail)).toBeVisible();
  const other = await openPage();
  await signInAs(other, await createMember(["Someone Else"]));
  await other.goto(link);
  const addresses: string[] = [];
  other.on("request", (request) => addresses.push(request.url()));
  await other.getByRole("button", { name: "Sign in as someone else" }).click();
  await expect(other.getByLabel("Choose a password")).toBeVisible();
  expect(other.url()).toBe(link);
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  expect(addresses.filter((address) => new URL(address).search.includes(token))).toEqual([]);
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await page.waitForURL(`**/t/${tenantSlug}/test`);
  const me = await (await page.request.get("/api/trpc/shared.sessions.me")).json();
  expect(me.result.data.tenants).toMatchObject([{ slug: tenantSlug, role: "developer" }]);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation was accepted" })).toBeVisible();
});

test("a tenant invites a member to the wallet, who makes a code there", { tag: "@journey" }, async ({
  page,
  openPage,
  baseURL,
}) => {
  test.slow();
  const [ownerEmail, email] = [newEmail(), newEmail()];
  const input = { company: "Wallets", email: ownerEmail, password: PASSWORD };
  const { tenantSlug } = await call(page.request, baseURL, "public.access.signUp", input);
  await signIn(page, ownerEmail, PASSWORD);
  await page.waitForURL("**/account");
  await proveEmail(page.request, baseURL, ownerEmail);
  await page.goto(`/t/${tenantSlug}/test/members`);
  await page
    .getByRole("link", { name: /First Member/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("button", { name: "Invite to the wallet" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("The member’s email")).toBeFocused();
  await dialog.getByLabel("The member’s email").fill(email);
  await page.keyboard.press("Enter");
  const link = (await dialog.getByLabel("Link", { exact: true }).textContent()) ?? "";
  await expectGood(page, "invited");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("is invited, until")).toBeVisible();

  const member = await openPage();
  await member.goto(link);
  await expect(member.getByRole("heading", { name: "Your wallet at Wallets" })).toBeVisible();
  await member.getByLabel("Choose a password").fill(PASSWORD);
  await member.getByRole("button", { name: "Accept invitation" }).click();
  await member.waitForURL("**/wallet");
  await member.getByRole("button", { name: "New code" }).filter({ visible: true }).click();
  await expect(member.getByTestId("fresh-code")).toBeVisible();
  await page.reload();
  await expect(page.getByText("signs in to it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Invite/ })).toHaveCount(0);
});

test("a member downloads what is held about them, deletes the account, and can’t sign in again", async ({ page }) => {
  const member = await createMember([`Leaver ${crypto.randomUUID().slice(0, 8)}`]);
  await signInAs(page, member, "/account");
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download your data" }).click();
  expect((await file).suggestedFilename()).toBe("closed-loop-data.json");
  expect(await (await page.request.get("/account/data")).text()).toContain(member.email);

  await page.getByRole("button", { name: "Delete your account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("$500.00")).toBeVisible();
  await expect(dialog.getByText("1 card")).toBeVisible();
  await expectGood(page, "deleting an account");
  const go = dialog.getByRole("button", { name: "Delete your account" });
  await dialog.getByLabel("Your password").fill("not the password");
  await expect(go).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(member.email);
  await go.click();
  await expect(dialog.getByText("That isn’t your password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(member.password);
  await go.click();
  await page.waitForURL("**/deleted");
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  await signIn(page, member.email, member.password);
  await expect(page.getByText("Email and password don’t match.")).toBeVisible();
});

test("an operator downloads a member’s data and deletes the member", async ({ page }) => {
  const name = `Letter ${crypto.randomUUID().slice(0, 8)}`;
  const { email } = await createMember([name]);
  const operator = await createOperator();
  await signInAs(page, operator, `/network/members?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).filter({ visible: true }).first().click();
  const href = await page.getByRole("link", { name: "Download their data" }).getAttribute("href");
  expect(await (await page.request.get(href ?? "")).text()).toContain(email);
  await page.getByRole("button", { name: "Delete member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(operator.password);
  await dialog
    .getByLabel("Code", { exact: true })
    .fill((await make<{ code: string }>({ codeOf: operator.email })).code);
  await dialog.getByLabel(/^Type/).fill(name);
  await dialog.getByRole("button", { name: "Delete member" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Deleted member/ })).toBeVisible();
});

test("the bell opens by a click and closes by a key", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "bob@member.test" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/wallet");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.filter({ visible: true }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel).toBeVisible();
  await expectAccessible(page, "notifications");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
});
