import type { Locator, Page, Response } from "@playwright/test";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { signIn } from "../fixtures/portal";
import { headersOfMerchant, send } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const BASE = "/t/sandbox-coffee-co/test";
const ADMIN = "admin@tenant.test";

const unique = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`;

interface Pair {
  readonly publicKey: string;
  readonly secret: string;
}

async function statusOf(baseURL: string | undefined, { publicKey, secret }: Pair): Promise<number> {
  const headers = { "x-api-key": publicKey, authorization: `Bearer ${secret}` };
  return (await send(new URL("/v1/me", baseURL), { method: "GET", headers })).status;
}

async function read(dialog: Locator, label: string): Promise<string> {
  return (await dialog.getByLabel(label, { exact: true }).textContent()) ?? "";
}

/** Reads values that are shown once, then confirms and closes the dialog. */
async function store(page: Page, ...labels: string[]): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.keyboard.press("Escape");
  const values: string[] = [];
  for (const label of labels) values.push(await read(dialog, label));
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return values;
}

function listen(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = [];
  page.on("response", (response: Response) => {
    // The live stream never ends.
    const isStream = response.headers()["content-type"]?.includes("event-stream");
    if (response.url().includes("/api/trpc/") && !isStream) answers.push(response.text().catch(() => ""));
  });
  return answers;
}

async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${row}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("an API key: created by keyboard, used, rolled, revoked, and its secret is nowhere afterwards", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  await signIn(page, ADMIN, `${BASE}/keys`);
  const label = unique("Till");
  await expect(page.getByRole("cell", { name: "Shared sandbox key" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions for Shared sandbox key" })).toHaveCount(0);

  await expect(page.getByRole("button", { name: "Create key" })).toBeEnabled();
  await page.getByRole("button", { name: "Create key" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter what the key is for.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(label);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Store the secret now" })).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download closed-loop.env" }).click();
  expect((await download).suggestedFilename()).toBe("closed-loop.env");
  await page.keyboard.press("Escape");
  const publicKey = await read(dialog, "Public key");
  const secret = await read(dialog, "Secret");
  await dialog.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await statusOf(baseURL, { publicKey, secret })).toBe(200);

  const answers = listen(page);
  await choose(page, label, "Roll secret");
  await expect(dialog).toContainText("stops working immediately");
  await dialog.getByRole("button", { name: "Roll secret" }).click();
  await expect(dialog.getByRole("heading", { name: "Store the secret now" })).toBeVisible();
  answers.length = 0;
  const [samePublicKey = "", rolled = ""] = await store(page, "Public key", "Secret");
  expect(samePublicKey).toBe(publicKey);
  expect(await statusOf(baseURL, { publicKey, secret })).toBe(401);
  expect(await statusOf(baseURL, { publicKey, secret: rolled })).toBe(200);

  await page.reload();
  await expect(page.getByText(label).first()).toBeVisible();
  const seen = [await page.content(), ...(await Promise.all(answers))].join();
  for (const value of [secret, rolled]) expect(seen.includes(value)).toBe(false);

  await choose(page, label, "Revoke");
  await expect(dialog.getByRole("button", { name: "Revoke key" })).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(label);
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(dialog).toBeHidden();
  expect(await statusOf(baseURL, { publicKey, secret: rolled })).toBe(401);

  await page.goto(`${BASE}/audit?noun=api_key`);
  for (const action of ["Created an API key", "Rolled an API key’s secret", "Revoked an API key"]) {
    await expect(page.getByRole("row").filter({ hasText: action }).filter({ hasText: label })).toHaveCount(1);
  }
});

test("a merchant and a member are set up by hand, and pay each other through the API", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  await signIn(page, ADMIN, `${BASE}/members`);
  const member = unique("Ada");
  await page.getByRole("button", { name: "Create member" }).click();
  await page.getByLabel("Name", { exact: true }).fill(member);
  await page.getByLabel("Test money").fill("70");
  await page.getByRole("dialog").getByRole("button", { name: "Create member" }).click();
  await expect(page.getByRole("heading", { level: 1, name: member })).toBeVisible();
  await expect(page.getByRole("cell", { name: "$70.00" })).toBeVisible();
  await page.getByRole("button", { name: "Add test money" }).click();
  await page.getByLabel("Amount").fill("10");
  await page.getByRole("dialog").getByRole("button", { name: "Add money" }).click();
  await expect(page.getByRole("cell", { name: "$80.00" })).toBeVisible();
  await page.getByRole("button", { name: "Issue card" }).click();
  await page.getByLabel("One payment").fill("50");
  await page.getByPlaceholder("Groceries, restaurants, 5411").fill("grocery stores");
  await page.getByRole("option", { name: /Grocery Stores, Supermarkets/ }).click();
  await expect(page.getByRole("button", { name: "Remove Grocery Stores, Supermarkets" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Issue card" }).click();
  const [panToken = ""] = await store(page, "panToken");
  await expect(page.getByRole("cell", { name: /^\$50\.00 a payment, only Grocery Stores/ })).toBeVisible();
  expect((await page.content()).includes(panToken)).toBe(false);
  const memberPage = page.url();

  await page.goto(`${BASE}/merchants`);
  const shop = unique("Shop");
  await page.getByRole("button", { name: "Onboard merchant" }).click();
  await page.getByLabel("Name", { exact: true }).fill(shop);
  await page.getByPlaceholder("Search by word or code").fill("5411");
  await page.getByRole("option", { name: /Grocery Stores/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Onboard merchant" }).click();
  await expect(page.getByRole("heading", { level: 1, name: shop })).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const newKey = page.getByRole("dialog");
  await newKey.getByLabel("Name").fill("Till 1");
  for (const box of await newKey.getByRole("checkbox").all()) await box.uncheck();
  await newKey.getByRole("button", { name: "Create key" }).click();
  await expect(newKey.getByText("Choose at least one.")).toBeVisible();
  await newKey.getByLabel("Take payments, capture, void").check();
  await newKey.getByLabel("Read payments, settlements, and balances").check();
  await newKey.getByRole("button", { name: "Create key" }).click();
  const [key = ""] = await store(page, "Merchant key");
  await expect(page.getByText("Till 1 · sale, read").filter({ visible: true })).toBeVisible();
  const pay = (amount: number) => {
    const body = JSON.stringify({ amount, paymentMethod: panToken });
    return send(new URL("/merchant/v1/transactions/sale", baseURL), { headers: headersOfMerchant(key), body });
  };
  expect(JSON.parse((await pay(12)).text)).toMatchObject({ approved: true });
  expect(JSON.parse((await pay(51)).text)).toMatchObject({ approved: false });
  await page.reload();
  await expect(page.getByRole("cell", { name: "$12.00" }).first()).toBeVisible();
  const price = page.getByRole("region", { name: "Price" });
  await expect(price.getByText("No fee. Everything this merchant captures is paid out.")).toBeVisible();
  await price.getByRole("button", { name: "Set price" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Percentage").fill("1.4");
  await dialog.getByLabel("Fixed amount").fill("0.10");
  await expect(dialog.getByRole("status")).toContainText("1.4% + $0.10 from");
  await expectAccessible(page, "the price of a merchant");
  await dialog.getByRole("button", { name: "Set price" }).click();
  await expect(dialog).toBeHidden();
  await expect(price).toContainText("1.4% + $0.10 in USDUpcoming");
  await page.getByRole("button", { name: /^Revoke mk_test_/ }).click();
  await page.getByLabel(/^Type/).fill(shop);
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect((await pay(1)).status).toBe(401);

  await page.goto(memberPage);
  await expect(page.getByRole("cell", { name: "$68.00" })).toBeVisible();
  const card = await page
    .getByText(/^Card ··/)
    .filter({ visible: true })
    .textContent();
  await choose(page, card ?? "", "Reveal token");
  expect(await store(page, "panToken"), "the token, once more, on record").toEqual([panToken]);
  expect((await page.content()).includes(panToken)).toBe(false);
  await choose(page, card ?? "", "Freeze");
  await expect(page.getByText("Frozen", { exact: true }).first()).toBeVisible();
  await page.goto(`${BASE}/members?search=${encodeURIComponent(member)}`);
  await expect(page.getByRole("link", { name: member }).first()).toBeVisible();
  await page.goto(`${BASE}/members/TESTmemberAlice01`);
  await expect(page.getByText("stay as documented")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for|Issue card|Open account|Add test money/ })).toHaveCount(
    0,
  );
});

test("a dialog stays while its answer is on the way; another key's secret is never what one finds in it", async ({
  page,
}) => {
  await signIn(page, ADMIN, `${BASE}/keys`);
  const dialog = page.getByRole("dialog");
  let answer: () => void = () => undefined;
  /** Holds back the next response of `name` until `answer` is called. */
  const hold = async (name: string) => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/trpc/${name}?*`, async (route) => {
      await answered;
      await route.continue();
    });
  };
  const done = async () => {
    await dialog.getByLabel(/^I have stored/).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
  };
  await hold("tenant.keys.create");
  const label = unique("Slow");
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Name").fill(label);
  await page.keyboard.press("Enter");
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close" }).click({ force: true });
  await page.mouse.click(5, 5);
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  answer();
  await expect(dialog.getByLabel("Secret", { exact: true })).toBeVisible();
  await done();
  await hold("tenant.keys.roll");
  await choose(page, label, "Roll secret");
  await dialog.getByRole("button", { name: "Roll secret" }).click();
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
  answer();
  await expect(dialog.getByLabel("Secret", { exact: true })).toBeVisible();
  await done();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await expect(dialog.getByLabel("Secret", { exact: true })).toBeHidden();
});

test("a key is restricted to what it is for, and replaced while both work", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  await signIn(page, ADMIN, `${BASE}/keys`);
  const label = unique("Reporting");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill(label);
  await dialog.getByText("Restrictions").click();
  for (const resource of [
    "Balances, payouts, and reports of all payments",
    "Merchants",
    "Members and cards",
    "Sandbox",
  ]) {
    await dialog.getByLabel(resource).selectOption("No access");
  }
  await dialog.getByLabel("Payments and codes").selectOption("Read");
  await dialog.getByLabel("IP addresses").fill("nowhere");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("It must be an IP address, or a network such as 192.0.2.0/24.")).toBeVisible();
  await dialog.getByLabel("IP addresses").fill("127.0.0.1\n::1");
  await expectGood(page, "a restricted key");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const [publicKey = "", secret = ""] = await store(page, "Public key", "Secret");
  const limits = page.getByText("payments:read, webhooks:read, webhooks:write · 2 IP addresses");
  await expect(limits.filter({ visible: true })).toBeVisible();
  const ask = (path: string, method: "GET" | "POST", pair = { publicKey, secret }) => {
    const headers = {
      "x-api-key": pair.publicKey,
      authorization: `Bearer ${pair.secret}`,
      "idempotency-key": unique("k"),
    };
    return send(new URL(path, baseURL), { method, headers, ...(method === "POST" ? { body: "{}" } : {}) });
  };
  expect((await ask("/v1/authorizations", "GET")).status).toBe(200);
  for (const [path, method] of [
    ["/v1/authorizations", "POST"],
    ["/v1/members", "GET"],
  ] as const) {
    expect(JSON.parse((await ask(path, method)).text).error.code).toBe("insufficient_scope");
  }
  await choose(page, label, "Roll secret");
  await dialog.getByLabel("The old secret").selectOption("Works for another 24 hours");
  await dialog.getByRole("button", { name: "Roll secret" }).click();
  const [newPublicKey = "", newSecret = ""] = await store(page, "Public key", "Secret");
  expect(newPublicKey).not.toBe(publicKey);
  expect((await ask("/v1/authorizations", "GET")).status).toBe(200);
  const fresh = { publicKey: newPublicKey, secret: newSecret };
  expect((await ask("/v1/authorizations", "GET", fresh)).status).toBe(200);
  expect((await ask("/v1/members", "GET", fresh)).status).toBe(403);
  await expect(page.getByText(/^Works until/).filter({ visible: true })).toBeVisible();
});

test("a missing record is a missing page, and may be in the other environment", async ({ page }) => {
  await signIn(page, ADMIN, `${BASE}/members`);
  const missing = "0".repeat(17);
  const paths = ["members", "merchants", "authorizations", "payment-codes", "settlement", "logs", "webhooks"];
  for (const path of [
    ...paths.map((noun) => `${noun}/${missing}`),
    `webhooks/${missing}/deliveries/${missing}`,
    "members/x",
  ]) {
    expect((await page.request.get(`${BASE}/${path}`)).status(), path).toBe(404);
  }
  await page.goto(`${BASE}/members/${missing}`);
  await expect(page.getByText("There is nothing at this address")).toBeVisible();
  await expectAccessible(page, "nothing is here");
  const lost = await page.goto(`${BASE}/nowhere/at-all`);
  expect(lost?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: /^Pages of/ })).toBeVisible();
  await page.goto(`${BASE.replace("/test", "/live")}/members/TESTmemberAlice01`);
  await page.getByRole("link", { name: "Look in test" }).click();
  await expect(page.getByRole("heading", { name: "Alice Sandbox" })).toBeVisible();
});

test("dialogs of administration are accessible, light on a desktop and dark on a phone", async ({ page }) => {
  test.slow();
  await signIn(page, ADMIN, `${BASE}/keys`);
  await expect(page.getByText("Shared sandbox key").filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "New API key" })).toBeVisible();
  await expectGood(page, "new key");
  await page.goto(`${BASE}/merchants`);
  await page.getByRole("button", { name: "Onboard merchant" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectGood(page, "new merchant");
  await page.goto(`${BASE}/audit`);
  await page
    .getByRole("button", { name: /^Details/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("Request");
  await expectGood(page, "audit record");
  await page.goto("/t/sandbox-coffee-co/live/keys");
  await expect(page.getByText("No live keys yet").or(page.getByText("Live access requested"))).toBeVisible();
  await expectGood(page, "live keys");
});
