import type { Page } from "@playwright/test";
import { byDepth } from "@/server/testing/depth";
import { makeListLong, scrollThrough } from "../fixtures/long-list";
import { expectGood } from "../fixtures/looks";
import { createLongLists, createOperator, dropSession, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const LIST = "/t/sandbox-coffee-co/test/authorizations";
const ROWS = byDepth({ nightly: 3_000, change: 1_000 });

async function openLongList(page: Page, baseURL: string | undefined): Promise<void> {
  await postAsMerchant(baseURL, "transactions/sale", { amount: 3, paymentMethod: "TESTcardApproved1" });
  await signIn(page, "admin@tenant.test", LIST);
  await makeListLong(page, ROWS);
  await expect(page.locator('tr[data-row="L0000000000000000"]')).toBeVisible();
}

const rowOfKeyboard = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[data-row]")?.getAttribute("data-index") ?? null);

test("a long list scrolls to its end, and draws only what is seen", { tag: "@journey" }, async ({ page, baseURL }) => {
  await openLongList(page, baseURL);
  const scrolled = await scrollThrough(page, 120_000);
  expect(scrolled.rows).toBe(ROWS);
  expect(scrolled.mostNodes).toBeLessThan(4_000);
});

test("keys walk past what was read, and the row with the keyboard stays", async ({ page, baseURL }) => {
  await openLongList(page, baseURL);
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("j");
  await expect.poll(() => rowOfKeyboard(page)).toBe("59");
  await page.evaluate(() => scrollBy(0, 6_000));
  await expect(page.locator('tr[data-row="L0000000000000165"]')).toBeAttached();
  expect(await rowOfKeyboard(page)).toBe("59");
  await page.keyboard.press("j");
  await expect.poll(() => rowOfKeyboard(page)).toBe("60");
  const row = page.locator('tr[data-row="L0000000000000060"]');
  await expect(row).toBeInViewport();
});

test("a header puts the list in order, in the address and by keys", async ({ page, baseURL }) => {
  for (const amount of [3, 7, 5]) {
    await postAsMerchant(baseURL, "transactions/sale", { amount, paymentMethod: "TESTcardApproved1" });
  }
  await signIn(page, "admin@tenant.test", LIST);
  const header = page.getByRole("columnheader", { name: "Amount" });
  await expect(header).toHaveAttribute("aria-sort", "none");
  await expect(header.getByRole("button")).toBeEnabled();
  await header.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**sort=-amount");
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await page.keyboard.press("Enter");
  await page.waitForURL("**sort=amount");
  await expect(header).toHaveAttribute("aria-sort", "ascending");
});

test("Back finds the opened row where it was, with the keyboard", async ({ page }) => {
  const owner = await createLongLists(600);
  await signInAs(page, owner, `/t/${owner.slug}/test/authorizations`);
  const row = page.locator('tr[data-index="293"]');
  await expect(async () => {
    const first = Number(await page.locator("tr[data-row]").first().getAttribute("data-index"));
    await page.mouse.wheel(0, first > 290 ? -600 : 600);
    await expect(row).toBeAttached({ timeout: 300 });
  }).toPass({ intervals: [50] });
  await row.scrollIntoViewIfNeeded();
  const opened = await row.getAttribute("data-row");
  for (const open of [() => row.getByRole("link").click(), () => page.keyboard.press("Enter")]) {
    const before = await row.boundingBox();
    await open();
    await page.waitForURL(`**/authorizations/${opened}`);
    await page.goBack();
    await expect.poll(() => rowOfKeyboard(page)).toBe("293");
    await expect(row).toHaveAttribute("data-row", opened ?? "");
    await expect(row).toBeInViewport();
    const after = await row.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);
  }
});

test("long lists of a tenant and of the network are good to look at and to hear", async ({ page, baseURL }) => {
  test.slow();
  const owner = await createLongLists(60);
  const place = `/t/${owner.slug}/test`;
  await signInAs(page, owner, place);
  for (const list of byDepth({
    nightly: ["authorizations", "members?sort=name", "merchants?sort=-status", "audit?sort=who"],
    change: ["authorizations"],
  })) {
    await page.goto(`${place}/${list}`);
    await expect(page.locator("[data-row]").filter({ visible: true }).first()).toBeVisible();
    await expectGood(page, list);
  }
  await dropSession(page);
  await postAsMerchant(baseURL, "transactions/sale", { amount: 3, paymentMethod: "TESTcardApproved1" });
  await signIn(page, "admin@tenant.test", "/t/sandbox-coffee-co/test/logs?sort=request");
  await expect(page.locator("[data-row]").filter({ visible: true }).first()).toBeVisible();
  await expectGood(page, "logs");
  await dropSession(page);
  await signInAs(page, await createOperator(), "/network");
  for (const list of byDepth({
    nightly: ["?sort=name", "/members", "/merchants?sort=tenant", "/audit", "/engine?state=all"],
    change: ["/merchants?sort=tenant"],
  })) {
    await page.goto(`/network${list}`);
    await expect(page.locator("[data-row]").filter({ visible: true }).first()).toBeVisible();
    await expectGood(page, `/network${list}`);
  }
});
