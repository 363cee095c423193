import { createOperator, createShop, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

test("each wing opens where the browser’s storage is null or blocked, and a password can be forgotten", async ({
  openPage,
}) => {
  const [shop, operator] = [await createShop(), await createOperator()];
  for (const isBlocked of [false, true]) {
    const page = await openPage();
    const thrown: string[] = [];
    page.on("pageerror", ({ message }) => thrown.push(message));
    await page.addInitScript((blocked) => {
      for (const name of ["localStorage", "sessionStorage"]) {
        const get = () => {
          if (blocked) throw new DOMException("Access is denied.", "SecurityError");
          return null;
        };
        Object.defineProperty(window, name, { get, configurable: true });
      }
    }, isBlocked);
    await page.goto("/forgot");
    await page.getByLabel("Email").fill("nobody@member.test");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await signInAs(page, shop, `/t/${shop.slug}/test/members`);
    await expect(page.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();
    await signInAs(page, operator, "/network");
    await expect(page.getByRole("heading", { name: "Tenants", level: 1 })).toBeVisible();
    expect(thrown).toEqual([]);
  }
});
