import type { Page } from "@playwright/test";
import { expectGood } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

interface Sold {
  readonly approved: boolean;
  readonly matchWords: string;
}

const codeOn = async (page: Page) => ((await page.getByTestId("fresh-code").textContent()) ?? "").replace(/\s/g, "");

test("a member makes a code with one press, puts it away, shows it again and watches a merchant use it", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  await signIn(page, "alice@member.test", "/wallet/codes");
  await page.getByRole("button", { name: "New code up to $50.00" }).click();
  const shown = page.getByTestId("fresh-code");
  await expect(shown).toBeVisible();
  const first = await codeOn(page);
  expect(first).toMatch(/^[0-9A-Z]{8}$/);
  const qr = await page.getByRole("img", { name: "The code as a QR code" }).boundingBox();
  expect(qr?.width).toBeGreaterThanOrEqual(240);
  await expect(page.getByRole("timer")).toContainText("left");
  await expect(page.getByRole("dialog")).toContainText("Up to $50.00from USD account");
  await expectGood(page, "code in one press");
  // Another cap creates a new code, and revokes the first.
  await page.getByRole("button", { name: "$20", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Up to $20.00");
  const code = await codeOn(page);
  expect(code).not.toBe(first);
  const answers: string[] = [];
  page.on("response", async (response) => answers.push(await response.text().catch(() => "")));
  const sale = (paymentCode: string, amount: number) =>
    postAsMerchant(baseURL, "paymentcodes/sale", { paymentCode, amount });
  expect(await sale(first, 1)).toMatchObject({ approved: false, reasonCode: "62" });

  await page.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  // Once closed, the code is neither on the page nor in storage.
  expect(await page.content()).not.toContain(code);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain(code);
  await page.getByRole("link", { name: "Home" }).filter({ visible: true }).first().click();
  await page.getByRole("button", { name: "Show code" }).filter({ visible: true }).click();
  expect(await codeOn(page)).toBe(code);

  expect(await sale(code, 21)).toMatchObject({ reasonCode: "61" });
  await expect(page.getByText("Sandbox Café was declined $21.00")).toBeVisible();
  // The member can allow a payment above the cap, once.
  await expect(page.getByText("Sandbox Café can try again and charge up to $21.00, once")).toBeVisible();
  await page.getByRole("button", { name: "Allow $21.00 once" }).click();
  await expect(page.getByRole("heading", { name: "Allowed" })).toBeVisible();
  const { approved, matchWords } = (await sale(code, 21)) as Sold;
  expect(approved).toBe(true);
  const paid = page.getByRole("dialog", { name: "Paid" });
  await expect(paid.getByRole("status")).toContainText("$21.00Sandbox Café");
  await expect(paid.getByText(matchWords)).toBeVisible();
  await expectGood(page, "paid");
  // A later decline doesn't replace the payment.
  expect(await sale(code, 1)).toMatchObject({ reasonCode: "65" });
  await expect(paid).toBeVisible();
  await paid.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "New code" }).filter({ visible: true })).toBeVisible();
  expect(await page.content()).not.toContain(code);
  await page.goto("/wallet/codes");
  expect(await page.content()).not.toContain(code);
  expect(answers.filter((answer) => answer.includes(code))).toEqual([]);

  await page
    .getByRole("link", { name: /Sandbox Café.*One payment, up to \$20\.00.*−\$21\.00/ })
    .first()
    .click();
  await expect(page.getByText("Used", { exact: true }).first()).toBeVisible();
  await page
    .getByRole("link", { name: /Sandbox Café/ })
    .filter({ hasText: "−$21.00" })
    .first()
    .click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Receipt" }).first().click();
  await expect(page.getByText("$21.00").first()).toBeVisible();
});

test("a code put away says when it is paid, and reloading loses it", async ({ page, baseURL }) => {
  await signInAs(page, await createMember(["Robin"]), "/wallet/codes");
  await page.getByRole("button", { name: "New code" }).click();
  const code = await codeOn(page);
  await page.keyboard.press("Escape");
  await postAsMerchant(baseURL, "paymentcodes/sale", { paymentCode: code, amount: 3.25 });
  await expect(page.getByText("Sandbox Café used your code: $3.25")).toBeVisible();
  await page.getByRole("button", { name: "New code" }).click();
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "New code" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show code" })).toBeHidden();
  // A code that still works explains why it can't be shown, and offers a replacement.
  await page
    .getByRole("link", { name: /One payment, up to \$50\.00/ })
    .first()
    .click();
  await expect(page.getByText("A code is shown only when it’s created")).toBeVisible();
  await expectGood(page, "a code that can’t be shown");
  await page.getByRole("button", { name: "Replace with a new code" }).click();
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("This code was revoked unused.")).toBeVisible();
});

test("a revoked code is refused", { tag: "@journey" }, async ({ page, baseURL }) => {
  await signInAs(page, await createMember(["Robin"]), "/wallet/codes");
  await page.getByRole("button", { name: "Choose what a code can pay" }).click();
  await page.getByRole("textbox", { name: "At most" }).fill("");
  await page.getByRole("radio", { name: "Weekly" }).click();
  await page.getByLabel("Total uses").fill("3");
  await page.getByRole("button", { name: "Create code" }).click();
  const code = await codeOn(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /Once a week, no limit/ }).click();
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
  const opener = page.getByRole("button", { name: "Choose what a code can pay" });
  await expect(opener).toBeEnabled();
  const tabTo = async (name: string, role: "button" | "textbox" | "radio") => {
    const target = page.getByRole(role, { name, exact: true });
    for (let i = 0; i < 40; i += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${name} is out of the keyboard’s reach`);
  };
  /** Like a finger, releases the key only after the selection has moved. */
  const arrowTo = async (name: string) => {
    await page.keyboard.down("ArrowRight");
    await expect(page.getByRole("radio", { name })).toBeChecked();
    await page.keyboard.up("ArrowRight");
  };
  await expect(opener).toBeEnabled();
  await tabTo("Choose what a code can pay", "button");
  await page.keyboard.press("Enter");
  await tabTo("At most", "textbox");
  await page.keyboard.press("ControlOrMeta+a");
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
