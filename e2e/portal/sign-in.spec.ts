import type { Page } from "@playwright/test";
import { dropSession } from "../fixtures/new-member";
import { requestAgreement, signIn, waitUntilLive } from "../fixtures/portal";
import { send } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a protected page is reached after a sign-in, and closed again after signing out", {
  tag: "@journey",
}, async ({ page }) => {
  await page.goto("/wallet/codes");
  await page.waitForURL("**/sign-in?next=%2Fwallet%2Fcodes");
  await fill(page, "bob@member.test", "closed-loop-demo");
  await page.waitForURL("**/wallet/codes");
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === "closed-loop.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await page
    .getByRole("button", { name: /^Bob Sandbox ?: menu/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  // A stolen cookie no longer works.
  await page.context().addCookies(cookies);
  await page.goto("/wallet");
  await page.waitForURL("**/sign-in?next=%2Fwallet");
});

test("no other host is gone to after a sign-in", async ({ page, baseURL }) => {
  for (const next of [
    "https://elsewhere.test/wallet",
    "//elsewhere.test",
    "/\\elsewhere.test",
    "/wallet@elsewhere.test",
    "/wallet/..//elsewhere.test",
    "/\t/elsewhere.test/wallet",
  ]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByRole("button", { name: "bob@member.test" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${baseURL}/wallet`);
    await dropSession(page);
  }
});

test("the filters of a list survive a sign-in, opened signed out and with a session that ended", async ({ page }) => {
  const list = "/t/sandbox-coffee-co/test/authorizations?status=approved&search=caf%C3%A9+%26+bar&sort=-amount";
  await page.goto(list);
  await page.waitForURL("**/sign-in?next=*");
  await fill(page, "admin@tenant.test", "closed-loop-demo");
  await page.waitForURL(`**${list}`);
  await expect(page.getByRole("searchbox").first()).toHaveValue("café & bar");
  await page.context().clearCookies();
  // Returning to the tab refetches queries older than a few seconds.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page).toHaveURL(/\/sign-in\?ended=1&next=/, { timeout: 1_000 });
  }).toPass();
  await fill(page, "admin@tenant.test", "closed-loop-demo");
  await page.waitForURL(`**${list}`);
});

test("a request's link survives signing in as someone else", async ({ page, baseURL }) => {
  const { id } = await requestAgreement(baseURL);
  await signIn(page, "rival@tenant.test", `/wallet/r/${id}`);
  await page.getByRole("button", { name: "Sign in as someone else" }).click();
  await page.waitForURL(`**/sign-in?next=%2Fwallet%2Fr%2F${id}`);
  await fill(page, "alice@member.test", "closed-loop-demo");
  await page.waitForURL(`**/wallet/agreements/${id}`);
});

test("a wrong password and an unknown email get the same sentence", async ({ page }) => {
  await page.goto("/sign-in");
  const sentences: (string | null)[] = [];
  for (const email of ["bob@member.test", `nobody-${crypto.randomUUID()}@member.test`]) {
    await fill(page, email, "wrong");
    await expect(page.locator("form").getByRole("alert")).toBeVisible();
    sentences.push(await page.locator("form").getByRole("alert").textContent());
    await page.reload();
  }
  expect(sentences).toEqual(["Email and password don’t match.", "Email and password don’t match."]);
});

test("a missing value is said at its field, which has the focus", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("bob");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter an email address, like you@example.com.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("guessing is throttled, and another person still signs in", { tag: "@journey" }, async ({ page }) => {
  await page.goto("/sign-in");
  const email = `guessed-${crypto.randomUUID()}@member.test`;
  const alert = page.locator("form").getByRole("alert");
  for (let i = 0; i < 12 && !(await alert.filter({ hasText: "Too many" }).isVisible()); i += 1) {
    const answered = page.waitForResponse("**/api/auth/callback/credentials");
    await fill(page, email, `guess ${i}`);
    await answered;
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  }
  await expect(alert).toContainText(/Too many wrong passwords\. Try again in \d+ min\./);
  await signIn(page, "bob@member.test");
});

test("a device signed out elsewhere shows it by itself", { tag: "@journey" }, async ({ openPage, page }) => {
  await signIn(page, "bob@member.test");
  const other = await openPage({ userAgent: "Mozilla/5.0 (iPhone) Safari/605" });
  await signIn(other, "bob@member.test", "/wallet/activity?outcome=held");
  await waitUntilLive(other);
  await page.goto("/wallet/settings");
  await page.getByText(/^\d+ other devices?$/).click();
  await page.getByRole("button", { name: "Sign out Safari on iPhone" }).first().click();
  await other.waitForURL("**/sign-in?ended=1&next=%2Fwallet%2Factivity%3Foutcome%3Dheld");
  await expect(other.getByText("You were signed out on this device.")).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByText("Available").first()).toBeVisible();
});

test("a tenant's login is sent where it belongs, and a demo login's password stays", async ({ page }) => {
  await signIn(page, "rival@tenant.test");
  await expect(page.getByRole("heading", { name: "This wallet is for members" })).toBeVisible();
  await expect(page.getByText("Rival Roasters")).toBeVisible();
  await page.getByRole("button", { name: "Sign in as someone else" }).click();
  await page.waitForURL("**/sign-in?next=%2Fwallet");
  await signIn(page, "alice@member.test", "/wallet/settings");
  // While a page streams, a part may be there twice, once hidden.
  await expect(page.getByText("its password can’t be changed").filter({ visible: true })).toBeVisible();
});

test("the colors chosen on a device are there from the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, "bob@member.test", "/wallet/settings");
  await page.getByRole("radio", { name: "Dark" }).click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.goto("/wallet");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await background()).toBe(dark);
  expect(dark).not.toBe("rgb(255, 255, 255)");
});

test("a sign-in without the page's own token, or from another host's page, is refused", { tag: "@journey" }, async ({
  request,
  baseURL,
}) => {
  const form = { email: "bob@member.test", password: "closed-loop-demo", json: "true", csrfToken: "" };
  const headers = { origin: baseURL ?? "" };
  const path = "/api/auth/callback/credentials";
  const isSignedIn = async () => (await request.get("/api/trpc/shared.sessions.me")).ok();
  await request.post(path, { form, headers });
  expect(await isSignedIn()).toBe(false);
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  expect(
    (
      await request.post(path, { form: { ...form, csrfToken }, headers: { origin: "https://elsewhere.test" } })
    ).status(),
  ).toBe(403);
  expect(await isSignedIn()).toBe(false);
  await request.post(path, { form: { ...form, csrfToken }, headers });
  expect(await isSignedIn()).toBe(true);
  const change = (origin: string) =>
    request.post("/api/trpc/shared.sessions.signOut", {
      headers: { origin, "content-type": "application/json" },
      data: "{}",
    });
  expect((await change("https://elsewhere.test")).status()).toBe(403);
  expect(await isSignedIn()).toBe(true);
  expect((await change(baseURL ?? "")).status()).toBe(200);
  expect(await isSignedIn()).toBe(false);
});

test("next-auth's own sign-out ends the session too, and leads to no other host", async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? "" };
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  for (const callbackUrl of [`${baseURL}.elsewhere.test`, "https://elsewhere.test/", "//elsewhere.test", "/wallet"]) {
    const form = { email: "bob@member.test", password: "closed-loop-demo", json: "true", csrfToken, callbackUrl };
    const answer = await request.post("/api/auth/callback/credentials", { form, headers });
    expect(answer.status(), callbackUrl).toBe(200);
    expect(new URL((await answer.json()).url).origin, callbackUrl).toBe(new URL(baseURL ?? "").origin);
  }
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const saved = () => send(new URL("/api/trpc/shared.sessions.me", baseURL), { method: "GET", headers: { cookie } });
  expect((await saved()).status).toBe(200);
  const form = { csrfToken, json: "true", callbackUrl: "https://elsewhere.test" };
  expect((await request.post("/api/auth/signout", { form, headers })).status()).toBe(200);
  expect((await saved()).status).toBe(401);
});

test("without scripts a password never gets into an address", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/sign-in");
  expect(await page.locator("form").getAttribute("method")).toBe("post");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
  await context.close();
});

test("two people, two windows: the first one's page makes no code of the second, and is reloaded for them", {
  tag: "@journey",
}, async ({ page, context, browser, baseURL }) => {
  await signIn(page, "alice@member.test", "/wallet");
  await expect(page.getByRole("button", { name: /^Alice Sandbox ?: menu/ }).first()).toBeVisible();
  // Replace the cookie at once: a moment without a session would sign the first page out.
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  await signIn(await elsewhere.newPage(), "bob@member.test", "/wallet/codes");
  await context.addCookies((await elsewhere.cookies()).filter(({ name }) => name === "closed-loop.session"));
  await elsewhere.close();

  const made: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("wallet.codes.create")) made.push(response.status());
  });
  // Focusing the page or clicking reveals that the session is someone else's.
  await page
    .getByRole("button", { name: /^New code/ })
    .filter({ visible: true })
    .first()
    // The focus alone may already have reloaded the page, so the button may be gone.
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page.getByRole("button", { name: /^Bob Sandbox ?: menu/ }).first()).toBeVisible();
  await expect(page.getByText("Someone else signed in to this browser")).toBeVisible();
  expect(made.filter((status) => status === 200)).toEqual([]);
});

test("an ended session under a half-filled dialog asks for the password in place; typed text stays", {
  tag: "@journey",
}, async ({ page }) => {
  await signIn(page, "admin@tenant.test", "/t/sandbox-coffee-co/test/members");
  await page.goto("/t/sandbox-coffee-co/test/members?new=1");
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Wilhelmina Featherstonehaugh");
  await page.context().clearCookies({ name: "closed-loop.session" });
  const create = page.getByRole("dialog").getByRole("button", { name: "Create member" });
  // The list behind reads itself anew every few seconds, and may find the end of the session first.
  await create.click({ timeout: 5_000 }).catch(() => undefined);

  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toBeVisible();
  await again.getByLabel("Password").fill("not the password");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again.getByRole("alert")).toHaveText("Email and password don’t match.");
  // An error of the earlier session arrives after the new sign-in. It must not ask for the password again.
  let release = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  await page.route(/tenant\.members\.list/, async (route) => {
    held += 1;
    const answer = await route.fetch();
    await late;
    await route.fulfill({ response: answer });
  });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    expect(held).toBeGreaterThan(0);
  }).toPass();
  await again.getByLabel("Password").fill("closed-loop-demo");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toBeHidden();
  const refused = page.waitForResponse((response) => response.status() === 401);
  release();
  await refused;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(again).toBeHidden();
  await expect(name).toHaveValue("Wilhelmina Featherstonehaugh");
});
