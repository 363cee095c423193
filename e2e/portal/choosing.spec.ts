import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test";

const TENANT = "/t/sandbox-coffee-co/test";

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

test("Enter chooses what is found for its own text, however late the answer is", async ({ page }) => {
  const delayBy = await delay(page, /\/api\/auth\/callback|tenant\.(search\.find|members\.list)/);
  delayBy(900);
  await page.goto(`/sign-in?next=${encodeURIComponent(TENANT)}`);
  await page.getByLabel("Email").fill("admin@tenant.test");
  await page.getByLabel("Password").fill("closed-loop-demo");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${TENANT}`);
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
    await page.waitForURL("**/members/TESTmemberAlice01");

    await page.goto(`${TENANT}/payment-codes`);
    await page.getByRole("button", { name: "New code" }).click();
    await field.fill("dana");
    await expect(dialog.getByRole("option")).toHaveText([/^Dana Sandbox/]);
    await field.fill("alice");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Change Member" })).toBeVisible();
    await expect(dialog).toContainText("Alice Sandbox");
    await page.goto(`${TENANT}/payment-codes`);
  }
});
