import type { Page } from "@playwright/test";
import { ALL_LOOKS, expectGood } from "../fixtures/looks";
import { runShell } from "../fixtures/snippets";
import { expect, test } from "../fixtures/test";

const side = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function makeCode(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Make a code" }).click();
  const shown = side(page, "Member").getByText(/^[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}$/);
  await expect(shown).toBeVisible();
  return ((await shown.textContent()) ?? "").replace(" ", "");
}

test("two visitors pay at once: each phone and till agree, and each sees its own entries only", {
  tag: "@journey",
}, async ({ openPage }) => {
  const pages = await Promise.all([1, 2].map(() => openPage()));
  const words = await Promise.all(
    pages.map(async (page) => {
      await page.goto("/");
      const code = await makeCode(page);
      await expect(page.getByLabel("Charge the code", { exact: true })).toContainText(`"paymentCode":"${code}"`);
      await page.getByRole("button", { name: "Charge $4.50" }).click();
      const till = side(page, "Merchant");
      await expect(till.getByText("Approved $4.50")).toBeVisible();
      const said = (await page.getByText(/^Paid\. Both show [a-z]+ [a-z]+\.$/).textContent()) ?? "";
      const both = said.slice("Paid. Both show ".length, -1);
      await expect(till.getByText(both, { exact: true })).toBeVisible();
      await expect(side(page, "Member").getByText(both, { exact: true })).toBeVisible();
      const ledger = page.getByRole("table", { name: /^Ledger/ });
      await expect(ledger.locator("tbody")).toHaveCount(1);
      await expect(ledger.getByRole("cell")).toHaveText(["−4.50", "+4.50", "0.00", "0.00"]);
      return both;
    }),
  );
  expect(new Set(words).size).toBe(2);
});

test("a charge above the cap is told to each in their words, posts nothing, and the code still pays", async ({
  page,
}) => {
  await page.goto("/");
  await makeCode(page);
  await page.getByRole("button", { name: "Charge $24.00" }).click();
  await expect(side(page, "Member")).toContainText("This payment came to $24.00, and the code’s cap is $20.00.");
  await expect(side(page, "Merchant")).toContainText("The amount is over a limit of the card, code, or agreement.");
  await expect(side(page, "Merchant")).not.toContainText("20.00");
  await expect(side(page, "Tenant")).toContainText("amount is within the code’s maximum");
  await expect(page.getByRole("table", { name: /^Ledger/ })).toContainText("nothing is posted");
  await expectGood(page, "declined demo", ALL_LOOKS);
  await page.getByRole("button", { name: "Charge $4.50" }).click();
  await expect(side(page, "Merchant").getByText("Approved $4.50")).toBeVisible();
  await expectGood(page, "paid demo", ALL_LOOKS);
});

test("the requests beside the demo do the same from a terminal", async ({ page }) => {
  await page.goto("/");
  const read = async (label: string) => (await page.getByLabel(label, { exact: true }).textContent()) ?? "";
  const made = JSON.parse(await runShell(await read("Make the code")));
  expect(made.status).toBe("Code Active");
  const charge = (await read("Charge the code")).replace("YOUR_CODE", made.code);
  const sold = JSON.parse(await runShell(charge));
  expect(sold).toMatchObject({ approved: true, capturedAmount: 4.5 });
  const look = (await read("Read the payment")).replace("YOUR_RECORD_ID", sold.authorizationId);
  expect(JSON.parse(await runShell(look))).toMatchObject({ authorizationId: sold.authorizationId, amount: 4.5 });
});

test("by keyboard alone, and nothing is fetched for those who only read", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const before = asked.filter((path) => path.endsWith(".js")).length;
  expect(asked.some((path) => path.startsWith("/api/"))).toBe(false);
  const begin = page.getByRole("button", { name: "Make a code" });
  await expect(begin).toBeEnabled();
  await begin.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Make another code" })).toBeFocused();
  expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(before);
  await expect(page.getByRole("button", { name: "Charge $4.50" })).toBeEnabled();
  while (!(await page.getByRole("button", { name: "Charge $4.50" }).evaluate((it) => it === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(side(page, "Merchant").getByText("Approved $4.50")).toBeVisible();
});

test("a refusal is said, and what was there stays", async ({ page }) => {
  await page.goto("/");
  const code = await makeCode(page);
  await page.route("**/api/trpc/public.demo.charge?*", (route) => route.abort());
  await page.getByRole("button", { name: "Charge $4.50" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The connection to Closed Loop was lost." })).toBeVisible();
  await expect(side(page, "Member")).toContainText(`${code.slice(0, 4)} ${code.slice(4)}`);
});

test("the top button leads to the demo and makes the first code; a finished payment is above the fold", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/");
  await expect(page.getByRole("figure", { name: /^A payment, finished/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Make a payment" }).click();
  await expect(page.getByRole("button", { name: "Make another code" })).toBeInViewport();
  await page.getByRole("button", { name: "Charge $4.50" }).click();
  await expect(side(page, "Merchant").getByText("Approved $4.50")).toBeVisible();
});
