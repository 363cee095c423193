import { createMember, createShop, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

test("Back closes the code’s sheet, the code is shown again, and a name may begin with an emoji", async ({ page }) => {
  const thrown: string[] = [];
  page.on("pageerror", ({ message }) => thrown.push(message));
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAs(page, await createMember(["🦊 Robin"]), "/wallet/codes");
  const code = page.getByTestId("fresh-code");
  await page.getByRole("button", { name: "New code" }).first().click();
  const shown = (await code.textContent()) ?? "";
  await page.evaluate(() => history.back());
  await expect(code).toBeHidden();
  await expect(page).toHaveURL("/wallet/codes");
  await page.getByRole("button", { name: "Show code" }).filter({ visible: true }).click();
  await expect(code).toHaveText(shown);
  expect(thrown).toEqual([]);
});

test("Back closes the code’s sheet in a browser without the Navigation API, and leaves the page after it", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "navigation"));
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAs(page, await createMember(["Robin"]), "/wallet/activity");
  await page.getByRole("link", { name: "Codes", exact: true }).filter({ visible: true }).click();
  const code = page.getByTestId("fresh-code");
  for (const button of ["New code", "Show code"]) {
    await page.getByRole("button", { name: button }).filter({ visible: true }).first().click();
    await expect(code).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(code).toBeHidden();
    await expect(page).toHaveURL("/wallet/codes");
  }
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/wallet/activity");
});

test("a half-filled dialog asks before it is closed", async ({ page }) => {
  const shop = await createShop();
  await signInAs(page, shop, `/t/${shop.slug}/test/members`);
  await page.getByRole("button", { name: "Create member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Wilhelmina");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Wilhelmina");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});
