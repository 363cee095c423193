import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/looks";
import { createMember, createShop, dropSession, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const LIST = "/t/sandbox-coffee-co/test/authorizations";

function hereOf(page: Page) {
  return page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row ?? null);
}

test("a list is walked, chosen from, looked into, and saved by keys and by hand", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const shop = await createShop();
  const list = `/t/${shop.slug}/test/authorizations`;
  // A list needs eight rows to show its tools.
  const references = [..."abcdefgh"].map((letter) => `=${letter}${crypto.randomUUID().slice(0, 8)}`);
  for (const merchantReference of references) {
    const sale = { amount: 3, paymentMethod: shop.panToken, merchantReference };
    await postAsMerchant(baseURL, "transactions/sale", sale, shop);
  }
  await signInAs(page, shop, `${list}?search=${encodeURIComponent(references[0] ?? "")}`);
  await expect(page.getByText("1 authorization · $3.00 approved · $3.00 captured")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const rows = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(`3.00,0.00,3.00,0.00`);
  expect(rows[1]).toContain(`'${references[0]}`);

  await page.goto(`${list}?state=captured`);
  const table = page.getByRole("table", { name: "Authorizations" });
  await expect(table.getByRole("row").nth(3)).toBeVisible();
  await expect(page.getByRole("button", { name: "Views" })).toBeEnabled();
  await page.keyboard.press("j");
  const first = await hereOf(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("k");
  expect(await hereOf(page)).toBe(first);
  await page.keyboard.press("Space");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("list", { name: "What happened" })).toBeVisible();
  const head = await preview.getByRole("link", { name: "Open", exact: true }).getAttribute("href");
  expect(head).toContain(first);
  await page.keyboard.press("j");
  await expect(preview.getByRole("link", { name: "Open", exact: true })).not.toHaveAttribute("href", head ?? "");
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 selected")).toHaveCount(0);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Reference" }).click();
  await page.keyboard.press("Escape");
  await expect(table.getByRole("columnheader", { name: "Reference" })).toHaveCount(0);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Name of this view").fill("Taken");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.goto(list);
  await expect(table.getByRole("columnheader", { name: "Reference" })).toHaveCount(0);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "Taken" }).click();
  await page.waitForURL("**state=captured");
  await expect(page.getByRole("button", { name: "Captured", pressed: true })).toBeVisible();
  await page.keyboard.press("j");
  const opened = await hereOf(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/authorizations/${opened}`);
});

test("chosen codes are revoked, and those that ended meanwhile are told apart", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const shop = await createShop();
  const mint = async () =>
    (await postAsTenant(baseURL, "payment-codes", { member: shop.memberId }, shop)) as Record<
      "code" | "pin" | "recordId",
      string
    >;
  const [kept, spent, first, second] = [await mint(), await mint(), await mint(), await mint()];
  const spend = ({ code, pin }: typeof kept) =>
    postAsTenant(baseURL, "payment-codes/authorize", { code, pin, amount: 2, merchant: shop.merchantId }, shop);
  await spend(spent);
  await signInAs(page, shop, `/t/${shop.slug}/test/payment-codes`);
  for (const { recordId } of [spent, first, second]) {
    await page.getByRole("checkbox", { name: `Select ${recordId}` }).click();
  }
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  const asking = page.getByRole("alertdialog", { name: "Revoke 2 codes?" });
  await expect(asking).toContainText("1 of the 3 selected is left out");
  await expectAccessible(page, "asking");
  await spend(second);
  await asking.getByRole("button", { name: "Revoke" }).click();
  const said = page.getByText("1 of 2 codes revoked");
  await expect(said).toBeVisible();
  // The result survives a reload.
  await page.reload();
  await page.getByText("1 was already used").click();
  await expect(page.getByRole("link", { name: second.recordId })).toHaveAttribute("href", /payment-codes/);
  await expectAccessible(page, "what came of it");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(said).toHaveCount(0);
  await expect(page.getByText("3 selected")).toHaveCount(0);
  const table = page.getByRole("table", { name: "Payment codes" });
  const rowOf = ({ recordId }: typeof kept) => table.locator(`[data-row="${recordId}"]`);
  await expect(rowOf(first)).toContainText("Revoked");
  for (const code of [spent, second]) await expect(rowOf(code)).toContainText("Used");
  await page.getByRole("checkbox", { name: `Select ${first.recordId}` }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("None of the selected codes can be revoked.")).toBeVisible();
  await expect(rowOf(kept)).toContainText("Active");
});

test("on a phone codes are chosen by touch and revoked", async ({ page, baseURL }) => {
  // Codes of other tests would move the rows.
  const shop = await createShop();
  const mint = async () =>
    (await postAsTenant(baseURL, "payment-codes", { member: shop.memberId }, shop)) as Record<"recordId", string>;
  const [kept, first, second] = [await mint(), await mint(), await mint()];
  await page.setViewportSize({ width: 360, height: 800 });
  await signInAs(page, shop, `/t/${shop.slug}/test/payment-codes`);
  const rowOf = ({ recordId }: typeof kept) => page.locator(`li[data-row="${recordId}"]`);
  const boxOf = (code: typeof kept) => page.getByRole("checkbox", { name: `Select ${code.recordId}` });
  await expect(rowOf(first)).toBeVisible();
  await expect(boxOf(first)).toHaveCount(0);
  const select = page.getByRole("button", { name: "Select", exact: true });
  await select.click();
  await expect(page.getByText("0 selected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke", exact: true })).toBeDisabled();
  const before = await rowOf(first).boundingBox();
  for (const code of [first, second])
    await boxOf(code)
      .locator("..")
      .click({ position: { x: 4, y: 4 } });
  await expect(page.getByText("2 selected")).toBeVisible();
  expect((await rowOf(first).boundingBox())?.y).toBe(before?.y);
  const target = await boxOf(first).locator("..").boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `codes chosen on a phone, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByRole("alertdialog", { name: "Revoke 2 codes?" }).getByRole("button", { name: "Revoke" }).click();
  for (const code of [first, second]) await expect(rowOf(code)).toContainText("Revoked");
  await expect(rowOf(kept)).toContainText("Active");
  await boxOf(kept).click();
  await select.click();
  await expect(page.getByText("1 selected")).toHaveCount(0);
  await expect(boxOf(kept)).toHaveCount(0);
});

test("chosen disputes are exported and closed", async ({ page, openPage, baseURL }) => {
  const name = `Doubtful ${crypto.randomUUID().slice(0, 8)}`;
  const member = await createMember([name]);
  for (const amount of [3, 4, 5]) {
    const paymentMethod = member.members[0]?.panToken ?? "";
    await postAsMerchant(baseURL, "transactions/sale", { amount, paymentMethod });
  }
  await signInAs(page, member);
  const input = encodeURIComponent(JSON.stringify({ limit: 3 }));
  const list = await (await page.request.get(`/api/trpc/wallet.activity.list?input=${input}`)).json();
  for (const { id } of list.result.data.items as readonly { id: string }[]) {
    const disputed = await page.request.post("/api/trpc/wallet.activity.dispute", {
      headers: { origin: new URL(page.url()).origin },
      data: { id, reason: "not_recognized" },
    });
    expect(disputed.status()).toBe(200);
  }
  const desk = await openPage();
  await signIn(desk, "admin@tenant.test", "/t/sandbox-coffee-co/test/disputes");
  const table = desk.getByRole("table", { name: "Disputes" });
  const rows = table.locator("[data-row]").filter({ hasText: name });
  await expect(rows).toHaveCount(3);
  for (const amount of ["$4.00", "$3.00"]) await rows.filter({ hasText: amount }).getByRole("checkbox").click();
  const download = desk.waitForEvent("download");
  await desk.getByRole("button", { name: "Export selected" }).click();
  const file = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\r\n");
  expect(file).toHaveLength(3);
  expect(file.join()).toContain("4.00");
  expect(file.join()).not.toContain(",5.00,");
  await desk.getByRole("button", { name: "Close", exact: true }).first().click();
  const asking = desk.getByRole("alertdialog", { name: "Close 2 disputes?" });
  await expect(asking).toBeVisible();
  await expectAccessible(desk, "asking");
  await asking.getByRole("button", { name: "Close" }).click();
  await expect(desk.getByText("2 disputes closed")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("$5.00");
  await expect(desk.getByText("2 selected")).toHaveCount(0);
});

test("on a phone filters are in a sheet that counts the results, and the list begins where one looks", async ({
  page,
  baseURL,
}) => {
  const merchantReference = crypto.randomUUID();
  const paymentMethod = "TESTcardApproved1";
  await postAsMerchant(baseURL, "transactions/sale", { amount: 3, paymentMethod, merchantReference });
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, "admin@tenant.test", LIST);
  const tenant = LIST.replace("/authorizations", "");
  for (const list of ["authorizations", "logs", "members", "merchants", "audit", "team", "keys"]) {
    await page.goto(`${tenant}/${list}`);
    await expect(page.locator("li[data-row]").first(), list).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`${LIST}?search=${merchantReference}`);
  const held = page.getByRole("button", { name: "Held", exact: true });
  await expect(held).toBeHidden();
  await page.getByRole("button", { name: "Filters 1" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  for (const group of ["Status", "Paid with", "Amount", "Decline reason", "Dates"]) {
    await expect(sheet.getByRole("group", { name: group, exact: true })).toBeVisible();
  }
  await expect(sheet.getByRole("button", { name: "Show 1 result", exact: true })).toBeVisible();
  await expectAccessible(page, "sheet of filters");
  await held.click();
  await page.waitForURL("**state=held");
  await sheet.getByRole("button", { name: "Show 0 results" }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("button", { name: "Filters 2" }).click();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
  await dropSession(page);
  await signIn(page, "operator@network.test", "/network");
  for (const list of ["", "/members", "/merchants", "/engine?state=all", "/audit"]) {
    await page.goto(`/network${list}`);
    await expect(page.locator("li[data-row]").first(), list).toBeInViewport({ ratio: 1 });
  }
});
