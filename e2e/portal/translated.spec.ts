import type { Page } from "@playwright/test";
import { createMember, createOperator, createShop, signInAs } from "../fixtures/new-member";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test.use({ isTranslated: true });

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();

test("in a translated wallet a code is made and shown again, a request approved, a card frozen", async ({
  page,
  baseURL,
}) => {
  const person = await createMember(["Robin"]);
  const [{ memberId, cardId } = { memberId: "", cardId: "" }] = person.members;
  await signInAs(page, person, "/wallet/codes");
  await page.getByRole("button", { name: "New code" }).first().click();
  const code = page.getByTestId("fresh-code");
  await expect(code).toHaveText(/^[0-9A-Z]{4}\s*[0-9A-Z]{4}$/);
  const first = await code.textContent();
  await press(page, "$20");
  await expect(page.getByRole("dialog")).toContainText("Up to $20.00");
  await expect(code).not.toHaveText(first ?? "");
  const second = await code.textContent();
  await press(page, "Done");
  await press(page, "Show code");
  await expect(code).toHaveText(second ?? "");
  await press(page, "Done");

  const asked = { memberId, merchantReference: "beans", description: "Beans", maxAmount: 20, interval: "monthly" };
  const answer = await postAsMerchant(baseURL, "recurring/authorize", asked);
  const { recurringAuthorizationId } = answer as { recurringAuthorizationId: string };
  await page.goto(`/wallet/agreements/${recurringAuthorizationId}`);
  await page.getByLabel("At most, per charge").fill("15");
  await expect(page.getByText("Up to $15.00 a charge, at most once a month")).toBeVisible();
  await press(page, "Approve");
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await press(page, "Revoke agreement");
  await press(page, "Revoke");
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();

  await page.goto(`/wallet/cards/${cardId}`);
  await press(page, "Freeze card");
  await press(page, "Unfreeze card");
  await expect(page.getByRole("button", { name: "Freeze card", exact: true }).first()).toBeVisible();
});

test("in a translated console a key and a webhook are made, and their secrets seen", async ({ page }) => {
  const shop = await createShop();
  const dialog = page.getByRole("dialog");
  await signInAs(page, shop, `/t/${shop.slug}/test/keys`);
  await press(page, "Create key");
  await dialog.getByLabel("Name", { exact: true }).fill("Till");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Secret", { exact: true })).toHaveText(/^sk_test_/);
  await dialog.getByLabel("I have stored it").click();
  await press(page, "Done");
  await expect(page.getByText("Till", { exact: true }).first()).toBeVisible();

  await page.goto(`/t/${shop.slug}/test/webhooks`);
  await press(page, "Add webhook");
  await dialog.getByLabel("Receiver").fill("https://hooks.example.com/a");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByTestId("webhook-secret")).toHaveText(/^whsec_/);
  await dialog.getByLabel("I have stored it").click();
  await press(page, "Done");
  await press(page, "Pause");
  await press(page, "Resume");
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
});

test("in the translated network an operator funds an account and takes it back", async ({ page }) => {
  const { members } = await createMember(["Robin"]);
  await signInAs(page, await createOperator(), `/network/members/${members[0]?.memberId}`);
  const dialog = page.getByRole("dialog");
  await press(page, "Fund");
  await dialog.getByLabel("Amount", { exact: true }).fill("2");
  await dialog.getByLabel("Reference").fill("wire 7");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const funding = page.getByRole("listitem").filter({ hasText: "wire 7" });
  await funding.getByRole("button", { name: "Reverse" }).click();
  await dialog.getByRole("button", { name: /^Reverse / }).click();
  await expect(funding.first()).toContainText("Reversed");
});

test("in translated docs code stays as it is written, also on the page that a link opens", async ({ page }) => {
  const code = page.locator("main code").first();
  await page.goto("/docs/money");
  await expect(code).toHaveAttribute("translate", "no");
  await page.getByRole("link", { name: "Webhooks", exact: true }).filter({ visible: true }).first().click();
  await expect(page).toHaveTitle(/^Webhooks/);
  await expect(code).toHaveAttribute("translate", "no");
});
