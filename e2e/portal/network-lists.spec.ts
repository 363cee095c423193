import { readFile } from "node:fs/promises";
import { createOperator, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

test("an operator names the filters of a list, and saves what they let through as a file", { tag: "@journey" }, async ({
  page,
}) => {
  await signInAs(page, await createOperator(), "/network");
  await page.goto("/network/members?search=TESTmemberAlice01&environment=test");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Name of this view").fill("Only Alice");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.goto("/network/members");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "Only Alice" }).click();
  await page.waitForURL("**/network/members?search=TESTmemberAlice01");
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("members-network-test.csv");
  const rows = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("TESTmemberAlice01,Alice Sandbox");
});
