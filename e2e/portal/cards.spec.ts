import type { Page } from "@playwright/test";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const pay = (baseURL: string | undefined, paymentMethod: string, amount: number) =>
  postAsMerchant(baseURL, "transactions/sale", { amount, paymentMethod });

async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole("button", { name, exact: true }).filter({ visible: true });
  for (let i = 0; i < 40; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is out of the keyboard’s reach`);
}

test("a card is frozen, unfrozen and limited with the keyboard alone, and merchants notice", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  test.slow();
  const member = await createMember(["Card Holder"]);
  const [card] = member.members;
  const panToken = card?.panToken ?? "";
  await signInAs(page, member, `/wallet/cards/${card?.cardId}`);
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(panToken);

  await expect(page.getByRole("button", { name: "Freeze card" })).toBeEnabled();
  await tabTo(page, "Freeze card");
  await page.keyboard.press("Enter");
  const unfreeze = page.getByRole("button", { name: "Unfreeze card" }).filter({ visible: true });
  await expect(unfreeze).toBeFocused();
  await expect(page.getByText("Frozen", { exact: true })).toBeVisible();
  expect(await pay(baseURL, panToken, 1)).toMatchObject({ approved: false, reasonCode: "62" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(await pay(baseURL, panToken, 8)).toMatchObject({ approved: true });
  await expect(page.getByText("−$8.00")).toBeVisible();

  await tabTo(page, "Change limits");
  await page.keyboard.press("Enter");
  await page.getByLabel("One payment").focus();
  await page.keyboard.type("ten");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter an amount, like 12.50.")).toBeVisible();
  await expect(page.getByLabel("One payment")).toBeFocused();
  await page.getByLabel("One payment").fill("10");
  await page.getByLabel("All payments in a day").fill("20");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Up to $10.00")).toBeVisible();
  await expect(page.getByText("$8.00 of $20.00")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change limits" })).toBeFocused();
  expect(await pay(baseURL, panToken, 11)).toMatchObject({ approved: false, reasonCode: "61" });
  await page.getByRole("button", { name: "Change limits" }).click();
  await page.getByLabel("One payment").fill(" ");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Enter an amount, like 12.50.")).toBeVisible();
  await page.getByLabel("One payment").fill("");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("No limit", { exact: true })).toBeVisible();
  expect(await pay(baseURL, panToken, 11)).toMatchObject({ approved: true });
});

test("a lost card is frozen within a thumb's reach, and the bar leads to the one request that waits", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const member = await createMember(["Card Loser"]);
  const [{ memberId, cardId } = { memberId: "", cardId: "" }] = member.members;
  await signInAs(page, member, "/wallet");
  const bar = page.getByRole("navigation", { name: "Wallet" }).filter({ visible: true });
  await bar.getByRole("link", { name: "Cards" }).click();
  await page.locator(`a[href="/wallet/cards/${cardId}"]`).click();
  await page.getByRole("button", { name: "Freeze card" }).filter({ visible: true }).click();
  await expect(page.getByText("Frozen", { exact: true })).toBeVisible();

  const agreements = bar.getByRole("link", { name: "Agreements" });
  await expect(agreements).toHaveAttribute("href", "/wallet/agreements");
  const ask = async (description: string) =>
    postAsMerchant(baseURL, "recurring/authorize", { memberId, merchantReference: "one", description, maxAmount: 9 });
  await ask("Beans");
  await page.reload();
  await expect(agreements).toContainText("1 waiting");
  await agreements.click();
  await expect(page.getByRole("heading", { name: "Sandbox Café wants permission to charge you" })).toBeVisible();
  await page.getByRole("link", { name: "Answer later" }).click();
  await expect(page.getByRole("link", { name: /Beans/ })).toBeVisible();
  await ask("Milk");
  await page.reload();
  await expect(agreements).toContainText("2 waiting");
  await expect(agreements).toHaveAttribute("href", "/wallet/agreements");
});

test("the public test cards can't be frozen", async ({ page, baseURL }) => {
  await signIn(page, "bob@member.test", "/wallet/cards");
  await page.getByRole("link", { name: /Card ··/ }).click();
  await expect(page.getByText("This is a shared test card")).toBeVisible();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Freeze card|Change limits/ })).toHaveCount(0);
  // More than the balance, so it declines with 51 rather than 62, and leaves Bob's balance to other tests.
  expect(await pay(baseURL, "TESTcardLowFunds1", 270)).toMatchObject({ approved: false, reasonCode: "51" });
});

test("a payment is disputed once, and the card frozen", { tag: "@journey" }, async ({ page, baseURL }) => {
  test.slow();
  const member = await createMember(["Surprised Payer"]);
  const panToken = member.members[0]?.panToken ?? "";
  await pay(baseURL, panToken, 13);
  await signInAs(page, member);
  await page.getByRole("link").filter({ hasText: "−$13.00" }).click();
  await page.getByRole("button", { name: "Dispute this payment" }).click();
  await page.getByLabel("What’s wrong?").selectOption({ label: "I don’t recognize it" });
  await page.getByLabel("Anything they should know?").fill("I was not there.");
  await page.getByRole("button", { name: "Dispute payment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Freeze card" }).click();
  await expect(page.getByRole("dialog")).toContainText("is frozen");
  await expectAccessible(page, "disputed");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You disputed this payment")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You disputed this payment")).toBeVisible();
  await expect(page.getByRole("button", { name: "Dispute this payment" })).toBeHidden();
  expect(await pay(baseURL, panToken, 1)).toMatchObject({ reasonCode: "62" });
});

test("someone with two memberships switches between them", async ({ page }) => {
  test.slow();
  const { members, ...login } = await createMember(["First Member", "Second Member"]);
  await signInAs(page, login, "/wallet/cards");
  const nameOf = (index: number) => new RegExp(`Card ··${members[index]?.cardId.slice(-4)}`);
  await expect(page.getByRole("link", { name: nameOf(0) })).toBeVisible();
  await page
    .getByRole("button", { name: /^First Member ?: menu/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitemradio", { name: /Second Member/ }).click();
  await expect(page.getByRole("link", { name: nameOf(1) })).toBeVisible();
  await expect(page.getByRole("link", { name: nameOf(0) })).toBeHidden();
  const other = await page.goto(`/wallet/cards/${members[0]?.cardId}`);
  expect(other?.status()).toBe(404);
  await expect(page.getByText("It may belong to another member.")).toBeVisible();
  await expect(page.getByText(members[0]?.cardId.slice(-4) ?? "")).toHaveCount(0);
});

test("cards, filters and disputes are accessible and fit", async ({ page, baseURL }) => {
  test.slow();
  const member = await createMember(["Careful Reader"]);
  const [card] = member.members;
  await pay(baseURL, card?.panToken ?? "", 4);
  await signInAs(page, member);
  await page.goto("/wallet/cards");
  await page.goto(`/wallet/cards/${card?.cardId}`);
  await expect(page.getByRole("link", { name: /Sandbox Café/ })).toBeVisible();
  await page.getByRole("button", { name: "Change limits" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGood(page, "limits");
  await page.goto("/wallet/activity?outcome=paid");
  await page.getByRole("link", { name: /Sandbox Café/ }).click();
  await page.getByRole("button", { name: "Dispute this payment" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGood(page, "dispute");
});

test("a card has a name and a tint of its member’s, wherever the wallet speaks of it", async ({ page }) => {
  const member = await createMember(["Card Namer"]);
  const cardId = member.members[0]?.cardId ?? "";
  await signInAs(page, member, `/wallet/cards/${cardId}`);
  await page.getByRole("button", { name: "Name and color" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Groceries");
  await dialog.getByRole("radio", { name: "Plum" }).click();
  await expectAccessible(page, "naming a card");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Groceries" })).toBeVisible();
  await page.goto("/wallet/cards");
  await expect(page.getByText("Groceries")).toBeVisible();
  await expect(page.getByText("USD", { exact: true })).toBeVisible();
  await expectGood(page, "named cards");
});
