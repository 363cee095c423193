import { expectGood } from "../fixtures/looks";
import { createMember, createOperator, createShop, signInAs } from "../fixtures/new-member";
import { newKey, postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const IBAN = "DE02120300000000202051";

test("an operator gives a day’s payouts to the bank, and one that comes back is the merchant’s again", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const shop = await createShop();
  const bank = { holder: "Canteen Ltd", country: "DE", accountNumber: IBAN };
  await postAsTenant(baseURL, `merchants/${shop.merchantId}/payout-account`, bank, shop);
  const sale = { amount: 12.5, paymentMethod: shop.panToken };
  await postAsMerchant(baseURL, "transactions/sale", sale, shop);
  await postAsTenant(baseURL, "sandbox/settlements", {}, shop);
  const operator = await createOperator();
  await signInAs(page, operator, "/network/bank");
  await page.getByRole("button", { name: "Set account" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("USD");
  await page.getByRole("option", { name: /^USD/ }).click();
  await dialog.getByLabel("Holder").fill("Closed Loop Trust");
  await dialog.getByLabel("Country").fill("US");
  await dialog.getByLabel("IBAN or account number").fill("000123456789");
  await dialog.getByLabel("BIC or routing number").fill("021000021");
  await dialog.getByLabel("Bank", { exact: true }).fill("First Bank");
  await dialog.getByRole("button", { name: "Set account" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/network/payouts");
  await expectGood(page, "payouts that are due");
  await page
    .getByRole("row")
    .filter({ hasText: "CSV" })
    .getByRole("button", { name: /^Make file/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Make file" }).click();
  await expect(page.getByText("The payment file is made")).toBeVisible();
  const made = page.getByRole("listitem").filter({ hasText: "CSV, to be paid" }).first();
  const download = page.waitForEvent("download");
  await made.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/^payouts-\w{17}\.csv$/);
  await made.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as sent" }).click();
  await expect(made.getByText(/Sent by/)).toBeVisible();
  await expectGood(page, "a payment file that was sent");

  await made.getByRole("link", { name: /payout/ }).click();
  await page.getByRole("row").filter({ hasText: "Sent" }).getByRole("link").first().click();
  await page.waitForURL(/\/network\/payouts\/\w{17}/);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await postAsTenant(baseURL, `sandbox/payouts/${id}/answer`, { outcome: "returned", reason: "AC04" }, shop);
  await page.reload();
  await expect(page.getByText("Returned").first()).toBeVisible();
  await expect(page.getByText("AC04")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await dialog.getByLabel("Reason").selectOption("returned_payout");
  await dialog.getByRole("button", { name: "Show account" }).click();
  await expect(page.getByText("DE02 1203 0000 0000 2020 51")).toBeVisible();
  await expectGood(page, "a payout that came back");
});

test("a member sends money to their bank from the wallet", { tag: "@journey" }, async ({ page }) => {
  const member = await createMember([`Payee ${newKey()}`]);
  await signInAs(page, member);
  await page.getByRole("link", { name: "Pay out to your bank" }).click();
  await page.getByRole("button", { name: "Pay out to your bank" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("5");
  await dialog.getByLabel("Country of the bank").fill("DE");
  await dialog.getByLabel("IBAN or account number").fill("DE02 1203 0000 0000 2020 52");
  await dialog.getByRole("button", { name: "Pay out" }).click();
  await expect(dialog.getByText(/isn’t a valid IBAN/)).toBeVisible();
  await dialog.getByLabel("IBAN or account number").fill(IBAN);
  await dialog.getByRole("button", { name: "Pay out" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("To the account ending in 2051.")).toBeVisible();
  await expectGood(page, "a member’s payout");
});
