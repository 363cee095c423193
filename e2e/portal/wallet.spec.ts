import type { BrowserContext } from "@playwright/test";
import { expectGood } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { requestAgreement, signIn, waitUntilLive } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

interface Paid {
  readonly authorizationId: string;
}

test("forms, questions, and a new code are accessible, light on a desktop and dark on a phone", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const member = await createMember(["Robin"]);
  const { memberId, panToken = "" } = member.members[0] ?? {};
  const { id } = await requestAgreement(baseURL, undefined, memberId);
  const body = { paymentMethod: panToken, amount: 31 };
  const held = (await postAsMerchant(baseURL, "transactions/authorize", body)) as Paid;
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expectGood(page, "sign-in with errors");

  await signInAs(page, member);
  await expect(page.getByRole("link", { name: /Request from/ })).toBeVisible();
  await page.goto(`/wallet/agreements/${id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Revoke agreement" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectGood(page, "confirmation");

  await page.goto(`/wallet/activity?search=${held.authorizationId}`);
  await page.getByRole("link").filter({ hasText: "Held" }).filter({ hasText: "$31.00" }).first().click();
  await expect(page.getByRole("heading", { name: "Pending" })).toBeVisible();
  await expectGood(page, "transaction: Held");
  await page.goto("/wallet/codes");
  await page.getByRole("button", { name: "Choose what a code can pay" }).click();
  await page.getByRole("radio", { name: "Monthly" }).click();
  await expectGood(page, "new code");
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  await expectGood(page, "fresh code");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /Once a month, up to \$50\.00/ }).click();
  await expect(page.getByText("Not used yet.")).toBeVisible();
});

test("held and available move apart while the member watches", async ({ page, baseURL }) => {
  await signIn(page, "bob@member.test");
  await waitUntilLive(page);
  await expect(page.getByRole("region", { name: "Balances" })).toContainText("$25.00");
  const authorized = await postAsMerchant(baseURL, "transactions/authorize", {
    amount: 5,
    paymentMethod: "TESTcardLowFunds1",
  });
  const balances = page.getByRole("region", { name: "Balances" });
  await expect(balances).toContainText("$20.00");
  await expect(balances).toContainText("$5.00 held");
  const { authorizationId } = authorized as Paid;
  await postAsMerchant(baseURL, "transactions/void", { authorizationId });
  await expect(balances).toContainText("$25.00");
  await expect(balances).toContainText("Nothing on hold");
});

test("a decline says why and what helps, with the figures", { tag: "@journey" }, async ({ page, baseURL }) => {
  await postAsMerchant(baseURL, "transactions/sale", { amount: 260, paymentMethod: "TESTcardLowFunds1" });
  await signIn(page, "bob@member.test", "/wallet/activity");
  await page.getByRole("link").filter({ hasText: "$260.00" }).first().click();
  await expect(page.getByText(/This payment was for \$260\.00, and \$\d+\.\d\d was available\./)).toBeVisible();
  await expect(page.getByText("Add money to the account")).toBeVisible();
});

test("without a connection a page says so, and can be tried again", async ({ page }) => {
  await signIn(page, "bob@member.test", "/wallet/activity");
  await page.route("**/api/trpc/wallet.activity.list**", (route) => route.abort());
  await page.getByLabel("Search by merchant or ID").fill("no such merchant");
  await expect(page.getByText("The connection to Closed Loop was lost.")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/api/trpc/wallet.activity.list**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No matching payments")).toBeVisible();
});

test("without live changes, the page polls", async ({ page, baseURL }) => {
  await page.route("**/api/trpc/shared.live.watch**", (route) => route.abort());
  await signIn(page, "alice@member.test", "/wallet/agreements");
  const { id, description } = await requestAgreement(baseURL);
  await expect(page.getByText(description)).toBeVisible();
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});

test("scripts need the nonce of their page, and no page talks to another host", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const strangers: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "")) strangers.push(request.url());
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const nonces = new Set<string>();
  for (const path of ["/", "/sign-in", "/nowhere"]) {
    const policy = (await page.goto(path))?.headers()["content-security-policy"] ?? "";
    const [, scripts = ""] = /script-src ([^;]+)/.exec(policy) ?? [];
    expect(scripts, path).toMatch(/^'nonce-[^']+' 'strict-dynamic'$/);
    nonces.add(scripts);
  }
  expect(nonces.size).toBe(3);
  await signIn(page, "alice@member.test");
  for (const path of ["/wallet/codes", "/wallet/agreements", "/wallet/activity", "/wallet/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(strangers).toEqual([]);
  expect(refused).toEqual([]);
  // A simulated script injection.
  await page.evaluate(async () => {
    const image = document.createElement("div");
    image.innerHTML = '<img src="/nowhere.png" onerror="window.wasRun = true">';
    document.body.append(image);
    await new Promise((resolve) => image.firstElementChild?.addEventListener("error", resolve));
  });
  expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
});

test("the wallet can be installed, and says by itself that there is no connection", async ({ openPage }) => {
  const page = await openPage({ serviceWorkers: "allow" });
  const context = page.context();
  await signIn(page, "bob@member.test");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  // Chromium's remaining criteria for installing; a test window counts as incognito.
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  expect(await page.evaluate(async () => (await caches.open((await caches.keys())[0] ?? "")).keys())).toHaveLength(1);

  await context.setOffline(true);
  await expectOffline(context);
  await page.goto("/wallet/codes");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expectGood(page, "no connection");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Balances" })).toBeVisible();
});

test("without a connection every tap is answered at once by the device, and none is followed later", {
  tag: "@journey",
}, async ({ page, context }) => {
  // The pages are read ahead one by one, Activity last.
  const allAreKept = page.waitForResponse(
    async (answer) => answer.url().includes("/chunks/") && (await answer.text()).includes("Search by merchant or ID"),
  );
  await signIn(page, "alice@member.test", "/wallet/cards");
  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole("navigation", { name: "Wallet" }).filter({ visible: true });
  await expect(page.getByRole("heading", { level: 1, name: "Cards" })).toBeVisible();
  await allAreKept;
  await bar.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("region", { name: "Balances" })).toBeVisible();

  await context.setOffline(true);
  await bar.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("This page needs a connection.")).toBeVisible();
  await expect(bar.getByRole("link", { name: "Activity" })).toHaveAttribute("aria-current", "page");
  await expectGood(page, "a page that needs a connection");
  await bar.getByRole("link", { name: "Cards" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cards" })).toBeVisible();
  await expect(page.getByText("This page needs a connection.")).toBeHidden();
  await bar.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("This page needs a connection.")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("You’re back online.")).toBeVisible();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.getByRole("button", { name: "Open Activity" }).click();
  await page.waitForURL("**/wallet/activity");
  await expect(page.getByText("You’re back online.")).toBeHidden();
});

test("a code kept ready is shown without a connection, is in no storage, and is gone once it was used", async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(page, await createMember(["Ready"]), "/wallet/codes");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Keep a code ready" }).click();
  const ready = page.getByRole("region", { name: "Code on this device" });
  await expect(ready).toContainText(/left\. It shows without a connection/);
  await expectGood(page, "a code is ready");

  await context.setOffline(true);
  const bar = page.getByRole("navigation", { name: "Wallet" }).filter({ visible: true });
  await bar.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("This page needs a connection.")).toBeVisible();
  await page.getByRole("button", { name: "Show code" }).click();
  const sheet = page.getByRole("dialog", { name: "Show this to the merchant" });
  await expect(sheet.getByRole("img", { name: "The code as a QR code" })).toBeVisible();
  await expect(sheet.getByRole("timer")).toHaveText(/^\d\d:\d\d left$/);
  await expect(sheet).toContainText("once you’re back online");
  const code = ((await sheet.getByTestId("fresh-code").textContent()) ?? "").replaceAll(/\s/g, "");
  expect(code).toHaveLength(8);
  const stored = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), location.href]),
  );
  expect(stored).not.toContain(code);
  await expectGood(page, "a code without a connection");
  await sheet.getByRole("button", { name: "Done" }).click();

  await postAsMerchant(baseURL, "paymentcodes/sale", { paymentCode: code, amount: 5 });
  await context.setOffline(false);
  await expect(page.getByText(/used your code/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Show code" })).toHaveCount(0);
});

/** Chromium reports the worker offline too early; until it really is, pages still come from the server. */
async function expectOffline(context: BrowserContext) {
  const isOnline = () =>
    fetch("/readyz", { cache: "no-store" }).then(
      () => true,
      () => false,
    );
  await expect.poll(() => context.serviceWorkers()[0]?.evaluate(isOnline)).toBe(false);
}
