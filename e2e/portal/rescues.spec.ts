import { expectGood } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

interface Sold {
  readonly approved: boolean;
  readonly authorizationId: string;
}

test("a rescued and paid order can't be paid again, and the tenant sees what became of it", {
  tag: "@journey",
}, async ({ page, openPage, baseURL }) => {
  const member = await createMember([`Twice ${crypto.randomUUID().slice(0, 8)}`]);
  const { cardId, panToken } = member.members[0] ?? { cardId: "", panToken: "" };
  const sale = async () =>
    (await postAsMerchant(baseURL, "transactions/sale", { amount: 7, paymentMethod: panToken })) as Sold;
  await signInAs(page, member);
  const frozen = await page.request.post("/api/trpc/wallet.cards.freeze", {
    headers: { origin: new URL(page.url()).origin },
    data: { id: cardId },
  });
  expect(frozen.status()).toBe(200);
  const first = await sale();
  await sale();
  await page.goto("/wallet");
  const notices = page.getByRole("list", { name: "Declined just now" });
  await expect(notices.getByRole("link")).toHaveCount(2);
  await notices.getByRole("link").last().click();
  await page.getByRole("button", { name: "Allow $7.00 once" }).click();
  await expect(page.getByRole("heading", { name: "Allowed" })).toBeVisible();
  const allowed = page.url();

  const desk = await openPage();
  const tenant = "/t/sandbox-coffee-co/test/authorizations";
  await signIn(desk, "admin@tenant.test", `${tenant}/${first.authorizationId}`);
  const read = desk.getByRole("region", { name: "You", exact: true });
  await expect(read).toContainText("No payment has used it.");

  expect((await sale()).approved).toBe(true);
  expect((await sale()).approved).toBe(false);
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.goto("/wallet/activity");
  const tries = page.getByRole("link", { name: /Sandbox Café/ }).filter({ hasText: "Declined" });
  await expect(tries).toHaveCount(3);
  await expect(notices).toHaveCount(0);
  const addresses = await tries.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses.filter((each) => !allowed.endsWith(each))) {
    await page.goto(address);
    await expect(page.getByText("You already paid Sandbox Café $7.00")).toBeVisible();
    await expect(page.getByRole("button", { name: /Allow/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "See the payment" })).toBeVisible();
  }
  await expectGood(page, "a try of an order that was paid");

  await expect(read).toContainText("and it was paid");
  const told = desk.getByRole("region", { name: "Merchant", exact: true });
  await expect(told).toContainText("Member can allow a retry until");
  await expect(told.getByText('"reasonCode"')).toBeHidden();
  await told.getByText("Show the answer").click();
  await expect(told.getByText('"reasonCode"')).toBeVisible();
  await expectGood(desk, "a decline that was let through");
  await read.getByRole("link", { name: "See the payment" }).click();
  await expect(desk.getByText("Captured").first()).toBeVisible();
  await desk.getByRole("link", { name: "See the decline" }).click();
  await expect(read).toContainText("and it was paid");
});
