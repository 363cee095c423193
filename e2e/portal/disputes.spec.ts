import { readFile } from "node:fs/promises";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createMember, createShop, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a disputed payment is refunded, closed as refunded, and answered; the month’s statement has both", {
  tag: "@journey",
}, async ({ page, openPage, baseURL }) => {
  test.slow();
  const member = await createMember(["Doubtful Payer"]);
  const paymentMethod = member.members[0]?.panToken ?? "";
  const sale = await postAsMerchant(baseURL, "transactions/sale", { amount: 17, paymentMethod });
  const { transactionId } = sale as { readonly transactionId: string };
  await signInAs(page, member);
  await page.getByRole("link").filter({ hasText: "−$17.00" }).click();
  await page.getByRole("button", { name: "Dispute this payment" }).click();
  await page.getByLabel("What’s wrong?").selectOption({ label: "I was charged twice" });
  await page.getByRole("button", { name: "Dispute payment" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const payment = page.url().split("/").at(-1);

  const desk = await openPage();
  await signIn(desk, "admin@tenant.test", `/t/sandbox-coffee-co/test/authorizations/${payment}`);
  await expect(desk.getByText("Disputed by the member: charged twice")).toBeVisible();
  await postAsMerchant(baseURL, "transactions/refund", { transactionId });
  await expect(desk.getByText("Close the dispute as refunded?")).toBeVisible();
  await desk.getByRole("button", { name: "Close", exact: true }).click();
  const closing = desk.getByRole("dialog", { name: "Close the dispute" });
  await expect(closing.getByLabel("Outcome")).toHaveValue("refunded");
  await closing.getByLabel("Message to the member").fill("Sorry, it was our till.");
  await expectAccessible(desk, "closing");
  await closing.getByRole("button", { name: "Close dispute" }).click();
  await expect(desk.getByText("Dispute closed: refunded")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Sorry, it was our till.")).toBeVisible();
  await page.getByRole("button", { name: "Answer" }).click();
  await page.getByLabel("Your answer").fill("No harm done.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("You answered: “No harm done.”")).toBeVisible();
  await expect(desk.getByText("The member answered: “No harm done.”")).toBeVisible();

  await page.goto("/wallet/statements");
  await expectGood(page, "statements");
  await page.getByRole("link", { name: /At the end/ }).click();
  const entries = page.getByRole("table", { name: "Entries" });
  for (const amount of ["−$17.00", "$17.00"]) await expect(entries.getByText(amount, { exact: true })).toBeVisible();
  await expectGood(page, "statement");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(4);
});

test("where no dispute is open, the closed ones stay in reach", async ({ page, baseURL }) => {
  const shop = await createShop();
  const sale = { amount: 17, paymentMethod: shop.panToken };
  const { recordId } = (await postAsMerchant(baseURL, "transactions/sale", sale, shop)) as {
    readonly recordId: string;
  };
  const opened = await postAsTenant(baseURL, "sandbox/disputes", { authorization: recordId }, shop);
  const { id } = opened as { readonly id: string };
  await postAsTenant(baseURL, `disputes/${id}/close`, { outcome: "rejected" }, shop);
  await signInAs(page, shop, `/t/${shop.slug}/test/disputes`);
  await expect(page.getByText("No open disputes")).toBeVisible();
  await page.getByRole("button", { name: "Closed 1" }).click();
  await expect(page.getByText("$17.00")).toBeVisible();
});
