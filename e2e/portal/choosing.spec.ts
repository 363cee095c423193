import type { Page } from "@playwright/test";
import { createShop } from "../fixtures/new-member";
import { postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

/** Delays answers to requests. The returned function changes by how much. */
async function delay(page: Page, url: RegExp): Promise<(milliseconds: number) => void> {
  let by = 0;
  await page.route(url, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, by));
    await route.continue().catch(() => undefined);
  });
  return (milliseconds) => {
    by = milliseconds;
  };
}

test("Enter chooses what is found for its own text, however late the answer is", async ({ page, baseURL }) => {
  // A tenant of its own: payments of other tests would be found by these names too.
  const shop = await createShop();
  for (const name of ["Dana Sandbox", "Alice Sandbox"]) await postAsTenant(baseURL, "members", { name }, shop);
  const home = `/t/${shop.slug}/test`;
  const delayBy = await delay(page, /\/api\/auth\/callback|tenant\.(search\.find|members\.list)/);
  delayBy(900);
  await page.goto(`/sign-in?next=${encodeURIComponent(home)}`);
  await page.getByLabel("Email").fill(shop.email);
  await page.getByLabel("Password").fill(shop.password);
  // Far enough apart that a form which forgot the first would send a second.
  for (let press = 0; press < 6; press += 1) await page.keyboard.press("Enter", { delay: 20 });
  await page.waitForURL(`**${home}`);
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox");
  const dana = dialog.getByRole("option", { name: /^Dana Sandbox/ });
  for (const milliseconds of [0, 300, 900]) {
    delayBy(milliseconds);
    await page.getByRole("button", { name: "Search or jump to" }).click();
    await field.fill("dana sandbox");
    await expect(dana).toHaveAttribute("aria-selected", "true");
    await field.fill("alice sandbox");
    if (milliseconds > 0) await expect(dana).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Alice Sandbox" })).toBeVisible();

    await page.goto(`${home}/payment-codes`);
    await page.getByRole("button", { name: "New code" }).click();
    await field.fill("dana");
    await expect(dialog.getByRole("option")).toHaveText([/^Dana Sandbox/]);
    await field.fill("alice");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Change Member" })).toBeVisible();
    await expect(dialog).toContainText("Alice Sandbox");
    await page.goto(`${home}/payment-codes`);
  }
});
