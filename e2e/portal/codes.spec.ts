import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a member makes a code in two taps and watches a merchant use it", async ({ page, baseURL }) => {
  await signIn(page, "alice@member.test", "/wallet/codes");
  await page.getByRole("button", { name: "New code" }).click();
  await page.getByLabel("At most").fill("10");
  await page.getByRole("button", { name: "Create code" }).click();
  const shown = page.getByTestId("fresh-code");
  await expect(shown).toBeVisible();
  const code = ((await shown.textContent()) ?? "").replace(/\s/g, "");
  expect(code).toMatch(/^[0-9A-Z]{8}$/);
  await expect(page.getByRole("img", { name: "The code as a QR code" })).toBeVisible();
  await expect(page.getByRole("timer")).toContainText("left");
  // What is shown once can't be left by accident.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(shown).toBeVisible();

  const answers: string[] = [];
  page.on("response", async (response) => answers.push(await response.text().catch(() => "")));
  const tooMuch = { paymentCode: code, amount: 11 };
  expect(await postAsMerchant(baseURL, "paymentcodes/sale", tooMuch)).toMatchObject({ reasonCode: "61" });
  await expect(page.getByText("Sandbox Café was declined $11.00")).toBeVisible();
  expect(await postAsMerchant(baseURL, "paymentcodes/sale", { ...tooMuch, amount: 7.5 })).toMatchObject({
    approved: true,
  });
  await expect(page.getByText("Used at Sandbox Café, $7.50")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();

  // Once closed it is nowhere: not on the page, not in browser storage, in no later answer.
  expect(await page.content()).not.toContain(code);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain(code);
  await page.reload();
  expect(await page.content()).not.toContain(code);
  expect(answers.filter((answer) => answer.includes(code))).toEqual([]);

  await page
    .getByRole("link", { name: /Once, up to \$10\.00/ })
    .first()
    .click();
  await expect(page.getByText("Used", { exact: true }).first()).toBeVisible();
  await page
    .getByRole("link", { name: /Sandbox Café/ })
    .filter({ hasText: "−$7.50" })
    .click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByText("$7.50").first()).toBeVisible();
});

test("a revoked code is refused", async ({ page, baseURL }) => {
  await signIn(page, "alice@member.test", "/wallet/codes");
  await page.getByRole("button", { name: "New code" }).click();
  await page.getByRole("radio", { name: "Weekly" }).click();
  await page.getByLabel("Total uses").fill("3");
  await page.getByRole("button", { name: "Create code" }).click();
  const code = ((await page.getByTestId("fresh-code").textContent()) ?? "").replace(/\s/g, "");
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("link", { name: /Once a week, no cap/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Revoke code" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("It stops working immediately");
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
  expect(await postAsMerchant(baseURL, "paymentcodes/sale", { paymentCode: code, amount: 1 })).toMatchObject({
    approved: false,
    reasonCode: "62",
  });
});

test("a code is made with the keyboard alone, and focus returns", async ({ page }) => {
  await signIn(page, "alice@member.test", "/wallet/codes");
  const opener = page.getByRole("button", { name: "New code" });
  const tabTo = async (name: string, role: "button" | "textbox" | "radio") => {
    const target = page.getByRole(role, { name, exact: true });
    for (let i = 0; i < 40; i += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${name} is out of the keyboard's reach`);
  };
  /** As a finger does: the key is up only after the choice has moved. */
  const arrowTo = async (name: string) => {
    await page.keyboard.down("ArrowRight");
    await expect(page.getByRole("radio", { name })).toBeChecked();
    await page.keyboard.up("ArrowRight");
  };
  await expect(opener).toBeEnabled();
  await tabTo("New code", "button");
  await page.keyboard.press("Enter");
  await tabTo("At most", "textbox");
  await page.keyboard.type("12.50");
  await tabTo("Once", "radio");
  await arrowTo("Daily");
  await tabTo("10 min", "radio");
  await arrowTo("1 hour");
  await tabTo("Create code", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  await tabTo("Done", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("fresh-code")).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole("link", { name: /Once a day, up to \$12\.50/ }).first()).toBeVisible();
});
