import type { Page } from "@playwright/test";
import { createShop, signInAs } from "../fixtures/new-member";
import { waitUntilLive } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const SETTLED_MS = 1_500;

/** The procedures that the page has queried from `save` until it has been quiet for a while. */
async function readAfter(page: Page, save: () => Promise<void>): Promise<string[]> {
  const queried: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/api\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    if (path && request.method() === "GET") queried.push(...decodeURIComponent(path).split(","));
  });
  await page.waitForTimeout(SETTLED_MS);
  queried.length = 0;
  await save();
  await page.waitForTimeout(SETTLED_MS);
  return queried.toSorted();
}

test("a save that is not announced is followed by reads of what it touched", async ({ page }) => {
  const shop = await createShop();
  await signInAs(page, shop, `/t/${shop.slug}/test/settings`);
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const read = await readAfter(page, async () => {
    await page.getByRole("button", { name: "Change Time zone" }).click();
    await page.getByPlaceholder("A city or a region").fill("tokyo");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Time zone changed")).toBeVisible();
  });
  expect(read).toEqual(["shared.sessions.me", "tenant.tenants.get"]);
});
