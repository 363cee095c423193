import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectGood } from "../fixtures/looks";
import {
  createLiveMember,
  createMember,
  createNewOperator,
  createOperator,
  createShop,
  type Person,
  signInAs,
} from "../fixtures/new-member";
import { mt940Of, signIn, uploadStatement } from "../fixtures/portal";
import { postAsTenant, sendAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const DEMO_OPERATOR = "operator@network.test";
async function signInAsOperator(page: Page): Promise<Person> {
  const operator = await createOperator();
  await signInAs(page, operator, "/network");
  return operator;
}

test("an operator sets up a second factor before anything else, and looks a login up", { tag: "@journey" }, async ({
  page,
}) => {
  const operator = await createNewOperator();
  await signInAs(page, operator, "/network/books");
  await expect(page).toHaveURL(/\/second-factor\?next=%2Fnetwork%2Fbooks$/);
  await expect(page.getByRole("heading", { level: 1, name: "Set up a second factor" })).toBeVisible();
  await expectGood(page, "second factor first");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/second-factor\?next=%2Faccount$/);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("Your password").fill(operator.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = ((await page.getByTestId("totp-secret").textContent()) ?? "").replace(/\s/g, "");
  await page.getByLabel("Code from the app").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("I have stored the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You’re set up" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/account");

  await page.goto("/network/logins");
  await page.getByLabel("Email").fill(operator.email);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("is reset on the server")).toBeVisible();
  await expectGood(page, "a login");
});

test("a suspended tenant makes no new holds, still voids, and goes on when it is reactivated", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const shop = await createShop();
  const pay = () => sendAsTenant(baseURL, "authorizations", { panToken: shop.panToken, amount: 3 }, { key: shop });
  await signInAsOperator(page);
  await page.getByRole("searchbox", { name: "Name, slug, or ID" }).fill(shop.slug);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Sandbox Coffee Co" })).toHaveCount(0);
  await page.getByRole("link", { name: "Test Tenant" }).first().click();
  await page.waitForURL(`**/network/tenants/${shop.slug}`);
  await expect(page.getByText(shop.email)).toBeVisible();
  const held = await pay();
  expect(held.status).toBe(201);

  await page.getByRole("button", { name: "Suspend" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Test Tenant is suspended")).toBeVisible();
  expect(await pay()).toMatchObject({ status: 403, answer: { error: { code: "tenant_suspended" } } });
  const { authorizationId } = held.answer as { authorizationId: string };
  await postAsTenant(baseURL, `authorizations/${authorizationId}/reverse`, { reason: "RV01" }, shop);
  await page.getByRole("button", { name: "Reactivate" }).first().click();
  await expect(page.getByText("Test Tenant is active again")).toBeVisible();
  expect((await pay()).status).toBe(201);
  await expect(page.getByText("Reactivated the tenant").filter({ visible: true }).first()).toBeVisible();
});

test("an operator onboards a tenant, funds an account, proves the books and sees what runs", {
  tag: "@journey",
}, async ({ page, openPage }) => {
  test.slow();
  const slug = `bakery-${crypto.randomUUID().slice(0, 8)}`;
  const { email } = await signInAsOperator(page);
  await page.getByRole("button", { name: "Onboard tenant" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Onboard tenant" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("Corner Bakery");
  await dialog.getByLabel("Slug").fill(slug);
  await dialog.getByRole("button", { name: "Onboard tenant" }).click();
  await page.waitForURL(`**/network/tenants/${slug}`);
  await expect(page.getByText("No one can sign in for Corner Bakery yet.")).toBeVisible();
  await page.getByRole("button", { name: "Invite the owner" }).click();
  await dialog.getByLabel("Email").fill(`${slug}@owner.test`);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await dialog.getByLabel("Link", { exact: true }).textContent();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Invited someone" })).toBeVisible();
  const invited = await openPage();
  await invited.goto(link ?? "");
  await expect(invited.getByText("Corner Bakery").first()).toBeVisible();
  await expect(page.getByText("No one at the tenant has requested live access.")).toBeVisible();

  await page.goto("/network/members?search=TESTmemberAlice01");
  await page.getByRole("link", { name: "Alice Sandbox" }).first().click();
  await page.waitForURL("**/network/members/TESTmemberAlice01");
  await expect(page.getByRole("navigation", { name: "Pages of Network" }).locator("[aria-current=page]")).toHaveText(
    "Members",
  );
  await page.getByRole("button", { name: "Fund", exact: true }).nth(1).click();
  await dialog.getByRole("button", { name: "Fund account" }).click();
  await expect(dialog.getByText("Enter an amount, like 1250.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("1");
  await dialog.getByLabel("Reference").fill(slug);
  await dialog.getByRole("button", { name: /^Fund .*1/ }).click();
  await expect(page.getByText(/for Alice Sandbox$/)).toBeVisible();
  const funding = page.getByRole("listitem").filter({ hasText: slug });
  await funding.getByRole("button", { name: "Reverse" }).click();
  await expect(dialog.getByText("Alice Sandbox")).toBeVisible();
  await expectGood(page, "reversal of a funding");
  await dialog.getByRole("button", { name: /^Reverse / }).click();
  await expect(dialog).toBeHidden();
  await expect(funding.first()).toContainText("Reversed");
  // Filters by this operator, because other tests fund the account, too.
  await page.goto(`/network/audit?action=account&actor=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Details: Added money" }).first().click();
  await expect(dialog.getByText(slug)).toBeVisible();

  await page.goto("/network/books");
  await page.getByRole("button", { name: "Prove the books" }).first().click();
  await expect(page.getByRole("heading", { name: "The books balance" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("list", { name: "Checks" }).getByRole("listitem")).toHaveCount(31);

  await page.goto("/network/engine?state=completed");
  await expect(page.getByRole("table", { name: "Functions" })).toContainText("prove-books");
  await expect(page.getByRole("table", { name: "Functions" })).toContainText("30 3 * * *");
});

test("a lost answer is pointed out before anything is funded a second time", async ({ page }) => {
  const name = `Payee ${crypto.randomUUID().slice(0, 8)}`;
  await createMember([name]);
  await signInAsOperator(page);
  await page.goto(`/network/members?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).filter({ visible: true }).first().click();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fund", exact: true }).first().click();
  await dialog.getByLabel("Amount").fill("2");
  await dialog.getByLabel("Reference").fill("wire 1");
  await page.route("**/api/trpc/network.members.fund?*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/connection .* was lost/)).toBeVisible();
  await page.unroute("**/api/trpc/network.members.fund?*");
  await dialog.getByLabel("Reference").fill("wire 17");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("may have gone through");
  await dialog.getByLabel("Reference").fill("wire 1");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
});

/** Which the test sets. */
const US_ACCOUNT = { number: "123456789", currency: "USD" };

test("a bank’s large lines are assigned by one operator and decided by another", { tag: "@journey" }, async ({
  page,
  openPage,
}) => {
  const name = `Saver ${crypto.randomUUID().slice(0, 8)}`;
  const { memberId } = await createLiveMember(name);
  const account = `/network/members/${memberId}?environment=live`;
  await signInAs(page, await createOperator(), "/network/bank?environment=live");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Set account" }).filter({ visible: true }).click();
  await dialog.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("combobox", { name: "Currency" }).last().fill("USD");
  await page.getByRole("option", { name: /^USD/ }).click();
  await dialog.getByLabel("Holder").fill("Closed Loop Trust");
  await dialog.getByLabel("Country").fill("us");
  await dialog.getByLabel("IBAN or account number").fill("123456789");
  await dialog.getByLabel("Bank", { exact: true }).fill("First Bank");
  await expectGood(page, "setting a bank account");
  await dialog.getByRole("button", { name: "Set account" }).click();
  await expect(dialog).toBeHidden();
  await uploadStatement(page, mt940Of(US_ACCOUNT, [20_000, 30_000], name));
  await expect(page.getByText("2 new lines")).toBeVisible();
  await expectGood(page, "the bank");
  await page.goto(`/network/bank/lines?environment=live&search=${encodeURIComponent(name)}`);
  await expectGood(page, "lines of the bank");
  for (let left = 2; left > 0; left -= 1) {
    const assign = page.getByRole("button", { name: "Assign", exact: true }).filter({ visible: true });
    await expect(assign).toHaveCount(left);
    await assign.first().click();
    await dialog.getByLabel("Member or tenant").fill(name);
    await dialog.getByRole("radio", { name: new RegExp(name) }).click();
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(page.getByText(/is waiting$/).last()).toBeVisible();
    await expect(dialog).toBeHidden();
  }
  const approvals = "/network/approvals?environment=live";
  const rowOf = (where: Page, money: string) =>
    where
      .getByRole("listitem")
      .filter({ hasText: `${money} for ${name}` })
      .filter({ hasText: "Requested by" });
  await page.goto(approvals);
  for (const money of ["$20,000.00", "$30,000.00"]) {
    await expect(rowOf(page, money)).toContainText("Waiting for another operator");
    await expect(rowOf(page, money).getByRole("button")).toHaveCount(0);
  }

  const other = await openPage();
  const second = await createOperator();
  await signInAs(other, second, approvals);
  await rowOf(other, "$20,000.00").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByRole("alertdialog")).toContainText(`$20,000.00 for ${name}`);
  await expectGood(other, "approving a change");
  await other.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(rowOf(other, "$20,000.00")).toContainText(`Approved by ${second.email}`);
  await rowOf(other, "$30,000.00").getByRole("button", { name: "Reject" }).click();
  await expect(rowOf(other, "$30,000.00")).toContainText(`Rejected by ${second.email}`);

  await page.goto(account);
  await expect(page.getByText("$20,000.00").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("$50,000.00")).toHaveCount(0);
});

test("a demo operator sees everything, and only the buttons that work for everyone's login", async ({ page }) => {
  // A filtered list, because other tests create tenants.
  await signIn(page, DEMO_OPERATOR, "/network?search=rival");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(page.getByText("This is a shared demo login")).toBeVisible();
  await expect(page.getByRole("link", { name: "Rival Roasters" }).first()).toBeVisible();
  await expect(button("Onboard tenant")).toHaveCount(0);
  await page.goto("/network/tenants/rival-roasters");
  await expect(page.getByText("rival@tenant.test")).toBeVisible();
  for (const name of ["Suspend", "Change tier", "Approve for live"]) await expect(button(name)).toHaveCount(0);
  await page.goto("/network/members/TESTmemberAlice01");
  await expect(button("Fund").first()).toBeVisible();
  await expect(button("Freeze")).toHaveCount(0);
  await page.goto("/network/books");
  await expect(button("Prove the books").first()).toBeVisible();
});

test("for everyone else there are no such pages", async ({ page }) => {
  await signIn(page, "bob@member.test");
  for (const path of ["/network", "/network/tenants/rival-roasters", "/network/books"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
});

test("pages of operators say which of them show test data", async ({ page }) => {
  await signInAsOperator(page);
  const visit = async (path: string, heading: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  };
  await visit("/network", "Tenants");
  await expect(page.getByText("Test data")).toBeHidden();
  await visit("/network/members", "Members");
  await expect(page.getByText("Test data")).toBeVisible();
  await visit("/network/members/TESTmemberAlice01", "Alice Sandbox");
  await page.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGood(page, "closing a card");
  await visit("/network/merchants?environment=live&search=nothing", "Merchants");
  await expect(page.getByText("No results")).toBeVisible();
  await expect(page.getByText("Test data")).toBeHidden();
});
