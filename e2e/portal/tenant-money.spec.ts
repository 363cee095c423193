import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/looks";
import { createShop, dropSession, type Shop, signInAs } from "../fixtures/new-member";
import { signIn, waitUntilLive } from "../fixtures/portal";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const HOME = "/t/sandbox-coffee-co/test";

interface Made {
  readonly recordId: string;
  readonly authorizationId: string;
}

async function authorize(baseURL: string | undefined, amount: number, shop?: Shop): Promise<Made> {
  const body = { panToken: shop?.panToken ?? "TESTcardApproved1", amount };
  return (await postAsTenant(baseURL, "authorizations", body, shop)) as Made;
}

async function signInAsTenant(page: Page, path = ""): Promise<void> {
  await signIn(page, "admin@tenant.test", `${HOME}${path}`);
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("main").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**search=${encodeURIComponent(text).replaceAll("%20", "+")}**`);
}

test("an authorization is found by each of its ids, captured in part, reversed, and its story shown", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const { recordId, authorizationId } = await authorize(baseURL, 18);
  const reference = `order ${crypto.randomUUID().slice(0, 8)}`;
  const sale = (await postAsMerchant(baseURL, "transactions/sale", {
    amount: 6,
    paymentMethod: "TESTcardApproved1",
    merchantReference: reference,
  })) as { transactionId: string; authorizationId: string };
  await signInAsTenant(page, "/authorizations");
  const table = page.getByRole("table", { name: "Authorizations" });
  const found: readonly (readonly [string, string])[] = [
    [sale.transactionId, sale.authorizationId],
    [sale.authorizationId, sale.authorizationId],
    [reference, sale.authorizationId],
    [recordId, authorizationId],
  ];
  await expect(table).toBeVisible();
  for (const [text, number] of found) {
    await search(page, text);
    await expect(table.getByRole("link", { name: number })).toBeVisible();
    await expect(table.getByRole("row")).toHaveCount(2);
  }
  await table.getByRole("link", { name: authorizationId }).click();
  await page.getByRole("button", { name: "Capture up to $18.00" }).click();
  await page.getByLabel("Amount").fill("19");
  await page.keyboard.press("Enter");
  await expect(page.getByText("At most $18.00 is held.")).toBeVisible();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.getByLabel("Amount").fill("5");
  await page.getByRole("button", { name: "Capture $5.00" }).click();
  await expect(page.getByText("Captured $5.00; $13.00 is still held")).toBeVisible();
  // Another capture while the dialog is open changes nothing about the amount that its button names.
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText("Captured: $5.00.")).toBeVisible();
  await postAsTenant(baseURL, `authorizations/${recordId}/capture`, { amount: 3 });
  await expect(page.getByText("Captured: $8.00.")).toBeVisible();
  await page.getByRole("button", { name: "Refund $5.00" }).click();
  await expect(page.getByText("$5.00 refunded")).toBeVisible();
  await page.getByRole("button", { name: "Release the rest" }).click();
  await page.getByLabel("Reason").selectOption("RV04");
  await page.getByLabel("Amount").fill("10.01");
  await page.getByRole("button", { name: "Release $10.01" }).click();
  await expect(page.getByText("At most $10.00 can be released.")).toBeVisible();
  await page.getByLabel("Amount").fill("10");
  await page.getByRole("button", { name: "Release $10.00" }).click();
  await expect(page.getByText("$10.00 released")).toBeVisible();
  // Without other input, Refund returns what is left.
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByRole("button", { name: "Refund $3.00" }).click();
  await expect(page.getByText("$3.00 refunded")).toBeVisible();
  const story = page.getByRole("list", { name: "What happened" });
  await expect(story.getByText("by admin@tenant.test")).toHaveCount(4);
  await expect(story).toContainText("Wrong amount RV04");
  await expect(story).toContainText("held $0.00");
  await expect(page.getByRole("button", { name: /Capture|Refund|Release|Void/ })).toHaveCount(0);
  await page.getByRole("tab", { name: "Repeat" }).click();
  await expect(page.getByLabel("The request as curl", { exact: true })).toContainText("<panToken>");
  const palette = page.getByRole("dialog");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(sale.transactionId);
  await expect(palette.getByRole("option", { selected: true })).toContainText(sale.authorizationId);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("$6.00");
  // On a phone, the toast would cover the header, and stay while the pointer is on it.
  await expect(page.getByText("$5.00 refunded")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Search or jump to" }).click();
  await page.keyboard.type("alice");
  await palette.getByRole("option", { name: /^Alice Sandbox/ }).click();
  await page.waitForURL("**/members/TESTmemberAlice01");
});

test("the overview shows each measure over time, and a list marks what arrived while it was open", async ({
  page,
  baseURL,
}) => {
  const shop = await createShop();
  await authorize(baseURL, 3, shop);
  await signInAs(page, shop, `/t/${shop.slug}/test/authorizations`);
  await waitUntilLive(page);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("row", { name: /New \d{7}/ })).toHaveCount(0);
  const { authorizationId } = await authorize(baseURL, 4, shop);
  await expect(page.getByRole("row", { name: new RegExp(`New ${authorizationId}`) })).toBeVisible();
  const palette = page.getByRole("dialog");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("dark th");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("overv");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Overview");
  await page.keyboard.press("Enter");
  for (const measure of ["Approved volume", "Approval rate"]) {
    await page.getByRole("heading", { name: new RegExp(`^${measure} by day`) }).waitFor();
    const table = page.getByRole("table", { name: new RegExp(`^${measure} by day`) });
    await page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: measure }) })
      .locator("summary")
      .click();
    await expect(table.getByRole("row")).toHaveCount(8);
    await expect(table.getByRole("row").last()).toContainText(/[1-9]/);
  }
  await expectAccessible(page, "overview with tables, dark");
});

test("a code is minted, shown once, and revoked; money is settled and its statement is a file", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const shop = await createShop();
  const home = `/t/${shop.slug}/test`;
  await signInAs(page, shop, `${home}/payment-codes`);
  await page.getByRole("button", { name: "New code" }).first().click();
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByText("Choose who pays.")).toBeVisible();
  await page.getByRole("combobox", { name: "Member" }).fill(shop.memberId);
  await expect(page.getByRole("option", { selected: true })).toContainText(`…${shop.memberId.slice(-5)}`);
  await page.keyboard.press("Enter");
  await page.getByLabel("At most").fill("12.50");
  const created = page.waitForResponse(/paymentCodes\.create/);
  await page.getByRole("button", { name: "Create code" }).click();
  const [, record] = /"recordId":"(\w{17})"/.exec(await (await created).text()) ?? [];
  const code = (await page.getByTestId("Payment code").textContent()) ?? "";
  expect(code).toMatch(/^[0-9A-Z]{10}$/);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("PIN")).toBeVisible();
  await page.getByRole("button", { name: "I’ve passed them on" }).click();
  expect(await page.content()).not.toContain(code);
  await page.locator(`a[href$="/payment-codes/${record}"]`).filter({ visible: true }).first().click();
  await page.getByRole("button", { name: "Revoke code" }).first().click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();

  const reference = `=${crypto.randomUUID().slice(0, 8)}`;
  const sale = { amount: 3, paymentMethod: shop.panToken, merchantReference: reference };
  await postAsMerchant(baseURL, "transactions/sale", sale, shop);
  await page.goto(`${home}/settlement`);
  await page.getByRole("button", { name: "Settle now" }).first().click();
  await expect(page.getByText("One batch settled")).toBeVisible();
  // The list updates live.
  await page.locator('a[href*="/test/settlement/"]').filter({ visible: true }).first().click();
  const href = await page.getByRole("link", { name: "Download CSV" }).first().getAttribute("href");
  const file = await page.request.get(href ?? "");
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect(await file.text()).toContain(`'${reference}`);
  await dropSession(page);
  expect((await page.request.get(href ?? "")).status()).toBe(404);
});
