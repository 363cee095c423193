import { expectAccessible } from "../fixtures/looks";
import { signIn } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const TENANT = "/t/sandbox-coffee-co/test";

test("a navigation answers at once, and keeps the page where it can't be followed", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  await signIn(page, "admin@tenant.test", TENANT);
  const nav = page.getByRole("navigation", { name: /^Pages of/ });
  const overview = page.getByRole("heading", { level: 1, name: "Overview" });
  await expect(overview).toBeVisible();

  // Delays the server, to see what the browser shows meanwhile.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/members?*", async (route) => {
    await answered;
    await route.continue();
  });
  const members = nav.getByRole("link", { name: "Members" });
  await members.click();
  await expect(members).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: "Overview" })).not.toHaveAttribute("aria-current");
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(overview).toBeHidden();
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeHidden();
  await expect(page).toHaveURL(`${TENANT}/members`);
  await page.unroute("**/members?*");

  // A list stays visible while it reloads.
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/members?*search=dana*", async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole("searchbox").fill("dana");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
  await expectAccessible(page, "a list on its way");
  answer();
  await page.waitForURL("**/members?search=dana");
  await page.unroute("**/members?*search=dana*");

  // Offline, the band appears, and the page's content stays.
  await context.setOffline(true);
  const band = page.getByText("You’re offline.");
  await expect(band).toBeVisible();
  await nav.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  await expect(nav).toBeVisible();
  await context.setOffline(false);
  await expect(band).toBeHidden();
  // The pending navigation continues.
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
});

test("a page is read ahead when its link or row is reached, and no other is", async ({ page }) => {
  const ahead: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"]) ahead.push(new URL(request.url()).pathname);
  });
  // Members of other tests would move under the pointer.
  await signIn(page, "admin@tenant.test", `${TENANT}/members?search=Dana`);
  const row = page.getByRole("row", { name: /Dana Sandbox/ });
  await expect(row.getByRole("checkbox")).toBeEnabled();
  // By default, Next prefetches visible links once the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(ahead).toEqual([]);
  const dana = page.waitForResponse((response) => response.url().includes("/members/TESTmemberDana001"));
  await row.hover();
  await dana;
  const logs = page.waitForResponse((response) => response.url().includes(`${TENANT}/logs`));
  await page.getByRole("link", { name: "Request log" }).focus();
  await logs;
  expect(new Set(ahead)).toEqual(new Set([`${TENANT}/members/TESTmemberDana001`, `${TENANT}/logs`]));
});

test("a record's page begins with what its row knows, before the server has answered", async ({ page }) => {
  // Members of other tests would move the row away from the pointer.
  const found = `${TENANT}/members?search=Dana`;
  await signIn(page, "admin@tenant.test", found);
  // Rows are clickable only after hydration.
  await expect(page.getByRole("button", { name: "Create member" })).toBeEnabled();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/members/*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("row", { name: /Dana Sandbox/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dana Sandbox" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page).toHaveURL(found);
  answer();
  await expect(page.getByRole("heading", { level: 2, name: "Accounts" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Dana Sandbox" })).toBeVisible();
  await expect(page).toHaveURL(`${TENANT}/members/TESTmemberDana001`);
});

test("a device with a network that can't reach us says so, and when it can again", async ({ page }) => {
  await signIn(page, "admin@tenant.test", `${TENANT}/members`);
  const calls = /\/api\/trpc\/|\/v1\/health/;
  // The page still loads, but its queries fail.
  await page.route(calls, (route) => route.abort());
  await page.reload();
  const band = page.getByText("We can’t reach Closed Loop.");
  await expect(band).toBeVisible();
  await expect(page.getByRole("navigation", { name: /^Pages of/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  await page.unroute(calls);
  await expect(band).toBeHidden();
});

test("an unloadable part says so when opened, and the foot of the sidebar stays in view", async ({ page, context }) => {
  await signIn(page, "admin@tenant.test", `${TENANT}/keys`);
  const create = page.getByRole("button", { name: "Create key" });
  await expect(create).toBeEnabled();
  await context.setOffline(true);
  await create.click();
  await expect(page.getByText("What you opened couldn’t be loaded.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const foot = await page.getByRole("complementary").boundingBox();
  const height = await page.evaluate(() => window.innerHeight);
  expect((foot?.y ?? 0) + (foot?.height ?? height + 1)).toBeLessThanOrEqual(height);
  await context.setOffline(false);
  await expect(page.getByText("You’re offline.")).toBeHidden();
  await create.click();
  await expect(page.getByRole("dialog", { name: "New API key" })).toBeVisible();
});

test("a part gone from the server is said to be, and reloading is offered", async ({ page }) => {
  await signIn(page, "admin@tenant.test", `${TENANT}/keys`);
  const create = page.getByRole("button", { name: "Create key" });
  await expect(create).toBeEnabled();
  await page.route("**/_next/static/chunks/**", (route) => route.abort());
  await create.click();
  await expect(page.getByText("That part of the page couldn’t be loaded.")).toBeVisible();
  await page.unroute("**/_next/static/chunks/**");
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByText("That part of the page couldn’t be loaded.")).toBeHidden();
});

test("a refused search of records is tried again by itself, with the typed text", async ({ page }) => {
  await signIn(page, "admin@tenant.test", TENANT);
  // A search may travel with other calls, which are refused with it.
  const withSearch = /\/api\/trpc\/[^?]*tenant\.search\.find/;
  const refusal = { error: { message: "Too many requests.", code: -32029, data: { code: "rate_limit_exceeded" } } };
  await page.route(withSearch, (route) => {
    const calls = new URL(route.request().url()).pathname.split(/,|%2C/);
    return route.fulfill({
      status: 429,
      contentType: "application/json",
      body: JSON.stringify(calls.map(() => refusal)),
    });
  });
  await page.getByRole("button", { name: "Search or jump to" }).click();
  await page.keyboard.type("alice");
  const palette = page.getByRole("dialog");
  await expect(palette.getByText("Records can’t be searched right now.")).toBeVisible();
  await expect(palette.getByRole("option", { name: "Members with alice" })).toBeVisible();
  await page.unroute(withSearch);
  await palette.getByRole("option", { name: /^Alice Sandbox/ }).click();
  await page.waitForURL("**/members/TESTmemberAlice01");
});

test("a search typed before the page has its scripts is searched for", async ({ page }) => {
  await signIn(page, "admin@tenant.test", TENANT);
  const field = page.getByRole("searchbox");
  for (const isSent of [false, true]) {
    let letLoad: () => void = () => undefined;
    const mayLoad = new Promise<void>((resolve) => {
      letLoad = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await mayLoad;
      await route.continue().catch(() => undefined);
    });
    // A natively submitted form aborts this navigation.
    const opened = page.goto(`${TENANT}/members?sort=name`).catch((error) => {
      if (!isSent) throw error;
    });
    await field.fill("dana");
    if (isSent) {
      const sent = page.waitForRequest(/members\?search=dana&sort=name$/);
      await page.keyboard.press("Enter");
      await sent;
    }
    letLoad();
    await opened;
    if (!isSent) await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/members\?(search=dana&sort=name|sort=name&search=dana)$/);
    await expect(
      page.getByRole("table", { name: "Members" }).getByRole("link", { name: "Dana Sandbox" }),
    ).toBeVisible();
    await expect(field).toHaveValue("dana");
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a page's own form opens once from an address, and is gone when it is closed", async ({ page }) => {
  await signIn(page, "admin@tenant.test", TENANT);
  for (const place of ["keys", "webhooks", "merchants", "members"]) {
    await page.goto(`${TENANT}/${place}?new=1`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(`${TENANT}/${place}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog"), place).toHaveCount(0);
  }
});
