import { readFile } from "node:fs/promises";
import { signIn } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const PAGE = "/t/sandbox-coffee-co/test/exports";
const DAY_MS = 86_400_000;
const spoken = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const NOW = Date.now();
const dayBefore = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);

test("an export is asked for, made in the background, and downloaded by its link", { tag: "@journey" }, async ({
  page,
}) => {
  await signIn(page, "admin@tenant.test", PAGE);
  await page.getByRole("button", { name: "New export" }).click();
  const dialog = page.getByRole("dialog", { name: "New export" });
  await dialog.getByLabel("Records").selectOption({ label: "Settlement lines" });
  await dialog.getByLabel("First day").fill(dayBefore(1));
  await dialog.getByLabel("Last day").fill(dayBefore(2));
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog.getByText("Choose the first day or a later one.")).toBeVisible();
  await dialog.getByLabel("First day").fill(dayBefore(8));
  await dialog.getByLabel("Last day").fill(dayBefore(1));
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("table", { name: "Exports" }).getByRole("row").filter({ hasText: "Settlement lines" });
  await expect(row.getByText("Ready")).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText(spoken.formatRange(new Date(dayBefore(8)), new Date(dayBefore(1))));
  await expect(row).toContainText("admin@tenant.test");
  const coming = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Download Settlement lines/ }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^settlement-test-.*\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toMatch(/^created_utc,kind,transaction_id,refund_id,/);
});
