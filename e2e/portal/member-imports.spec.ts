import { expectGood } from "../fixtures/looks";
import { createShop, signInAs } from "../fixtures/new-member";
import { waitUntilLive } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const MEMBERS = [
  "Full name;E-Mail;External ID;Account currency;Test money;Team",
  '"Park, Ada";ada@import.test;7;EUR;"12,50";North',
  "=HYPERLINK(1);;8;;;",
  "Cid Mora;cid;9;USD;;South",
  "Dan Weiss;dan@import.test;;USD;5;",
  "Dan again;DAN@import.test;;;;",
].join("\r\n");

test("members come from a file: by keyboard, seen before anything is created, and again no one twice", {
  tag: "@journey",
}, async ({ page }) => {
  const shop = await createShop();
  const members = `/t/${shop.slug}/test/members`;
  await signInAs(page, shop, members);
  await waitUntilLive(page);
  const opener = page.getByRole("button", { name: "Import CSV" });
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import members" });
  await expect(dialog.getByRole("button", { name: "Choose a file" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Preview" })).toBeDisabled();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download a template" }).click();
  expect((await download).suggestedFilename()).toBe("members.csv");

  await dialog.getByLabel("Or paste its text").fill("Ada;ada@import.test");
  await dialog.getByRole("button", { name: "Preview" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("one of them must be called “name”");
  await expectGood(page, "import of members");

  await dialog.getByLabel("Or paste its text").fill(MEMBERS);
  await dialog.getByRole("button", { name: "Preview" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("3 members will be created")).toBeFocused();
  await expect(dialog).toContainText("2 have problems. They are left out.");
  await expect(dialog).toContainText("Not used: “Team”.");
  const rows = dialog.getByRole("list", { name: "Rows of the file" }).getByRole("listitem");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(0)).toContainText("Park, Ada");
  await expect(rows.nth(1)).toContainText("=HYPERLINK(1)");
  await dialog.getByRole("radio", { name: "Problem 2" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Email: Enter an email address");
  await expect(rows.nth(1)).toContainText("Email: Is on line 5 already.");
  await expectGood(page, "preview of an import");
  await page.reload();
  await expect(page.getByRole("link", { name: "Park, Ada" })).toHaveCount(0);

  await opener.click();
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "members.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(MEMBERS.replace("Mora", "Müller"), "latin1"),
  });
  await expect(dialog.getByText("Cid Müller")).toBeVisible();
  await dialog.getByRole("button", { name: "Create 3 members" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("3 members created")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Park, Ada").first()).toBeVisible();
  await expectGood(page, "members after an import");

  await opener.click();
  await dialog.getByLabel("Or paste its text").fill(MEMBERS);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("No new members in this file")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Create members" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Choose another file" }).click();
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "members.xlsx",
    mimeType: "application/octet-stream",
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  });
  await expect(dialog.getByRole("alert")).toContainText("This isn’t a text file");
});

test("a thousand members are previewed at once", async ({ page }) => {
  const shop = await createShop();
  await signInAs(page, shop, `/t/${shop.slug}/test/members`);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import members" });
  const rows = Array.from(
    { length: 1_000 },
    (_, row) => `${"Long name ".repeat(8)},member-${row}@import.test,${row},USD`,
  );
  const buffer = Buffer.from(["name,email,externalId,currency", ...rows].join("\r\n"));
  await dialog.getByLabel("CSV file").setInputFiles({ name: "members.csv", mimeType: "text/csv", buffer });
  await expect(dialog.getByText("1,000 members will be created")).toBeVisible();
});
