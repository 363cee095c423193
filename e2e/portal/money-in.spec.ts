import { expectGood } from "../fixtures/looks";
import { createMember, createOperator, createShop, signInAs } from "../fixtures/new-member";
import { EURO_ACCOUNT, mt940Of, uploadStatement } from "../fixtures/portal";
import { newKey, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a member sees where to send money, and has it once the bank’s statement is in", { tag: "@journey" }, async ({
  page,
  openPage,
  baseURL,
}) => {
  const member = await createMember([`Sender ${newKey()}`]);
  await postAsTenant(baseURL, `members/${member.members[0]?.memberId}/accounts`, { currency: "EUR" });
  await signInAs(page, member);
  await page.getByRole("link", { name: "Add money" }).click();
  await page.getByRole("heading", { name: "Add money", level: 1 }).waitFor();
  const account = page.getByRole("radio", { name: "EUR" });
  if (await account.isVisible()) await account.click();
  await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the transfer" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy reference" })).toBeVisible();
  const reference = (await page.getByText(/^RF\d\d /).textContent()) ?? "";
  await expectGood(page, "where to send money");

  const desk = await openPage();
  await signInAs(desk, await createOperator(), "/network/bank");
  await uploadStatement(desk, mt940Of(EURO_ACCOUNT, [25], reference));
  await expect(desk.getByText("1 new lines")).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByText("€25.00").filter({ visible: true }).first()).toBeVisible();
});

test("a tenant brings money, and gives it to its members from a file", { tag: "@journey" }, async ({
  page,
  openPage,
  baseURL,
}) => {
  const shop = await createShop();
  await postAsTenant(baseURL, `members/${shop.memberId}/accounts`, { currency: "EUR" }, shop);
  await signInAs(page, shop, `/t/${shop.slug}/test/floats`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Open a float" }).filter({ visible: true }).click();
  await dialog.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("combobox", { name: "Currency" }).last().fill("EUR");
  await page.getByRole("option", { name: /^EUR/ }).click();
  await dialog.getByRole("button", { name: "Open a float" }).click();
  await expect(dialog).toBeHidden();
  const float = page.getByRole("region", { name: "Float in EUR" });
  const reference = (await float.getByText(/^RF\d\d /).textContent()) ?? "";
  const desk = await openPage();
  await signInAs(desk, await createOperator(), "/network/bank");
  await uploadStatement(desk, mt940Of(EURO_ACCOUNT, [100], reference));
  await expect(desk.getByText("1 new lines")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(float).toContainText("€100.00", { timeout: 1_000 });
  }).toPass();

  await page.getByRole("button", { name: "Fund from a file" }).filter({ visible: true }).click();
  const file = (member: string) => ({
    name: "subsidy.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Member,Amount,Reference,Currency\r\n${member},40,Subsidy 11/2026,EUR\r\n`),
  });
  await dialog.getByLabel("CSV file").setInputFiles(file("nobody"));
  await expect(dialog.getByText("none of yours has the id nobody")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Fund", exact: true })).toBeDisabled();
  await dialog.getByLabel("CSV file").setInputFiles(file(shop.memberId));
  await expect(dialog.getByText("€40.00 of €100.00 in the float")).toBeVisible();
  await expectGood(page, "the preview of a funding file");
  await dialog.getByRole("button", { name: "Fund 1 row" }).click();
  await expect(page.getByText("1 part of the file funded")).toBeVisible();
  await expect(float).toContainText("€60.00");
  await expectGood(page, "a float that funded a file");
});
