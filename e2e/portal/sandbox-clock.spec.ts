import { expectGood } from "../fixtures/looks";
import { createShop, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { newKey } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("eight days pass at a press: a hold has expired, and every page says what time it is", {
  tag: "@journey",
}, async ({ page }) => {
  const shop = await createShop();
  const held = await page.request.post("/v1/authorizations", {
    headers: { "X-API-Key": shop.publicKey, Authorization: `Bearer ${shop.secret}`, "Idempotency-Key": newKey() },
    data: { panToken: shop.panToken, amount: 12.5 },
  });
  const { recordId } = await held.json();
  await signInAs(page, shop, `/t/${shop.slug}/test/clock`);
  await expect(page.getByText("Real time")).toBeVisible();
  const band = page.getByRole("region", { name: "Environment" });
  await expect(band).not.toContainText("ahead");
  await expectGood(page, "a clock that was never moved");

  await page.getByRole("button", { name: "1 day" }).click();
  await expect(page.getByText("1 day ahead of real time")).toBeVisible();
  await expect(page.getByText("Nothing was due")).toBeVisible();
  const week = page.getByRole("button", { name: "7 days" });
  // The button is disabled until the page has refetched.
  await expect(week).toBeEnabled();
  await week.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("8 days ahead of real time")).toBeVisible();
  await expect(band).toContainText("8 days ahead");
  const expired = page.getByRole("link", { name: "Hold expired" });
  await expect(expired).toBeVisible();
  await expectGood(page, "a clock that is ahead");

  await page.getByLabel("Or to a day").fill("2020-01-01");
  await page.getByRole("button", { name: "Move to this time" }).click();
  await expect(page.getByText("Choose a time after the sandbox clock’s.")).toBeVisible();

  await expired.click();
  await page.waitForURL(new RegExp(`/authorizations/${recordId}$`));
  await expect(page.getByRole("list", { name: "What happened" }).getByText("Hold expired")).toBeVisible();
  await page.goto(`/t/${shop.slug}/test/authorizations`);
  await expect(page.getByText("8 days ahead").first()).toBeVisible();
  await page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "live" }).first().click();
  await page.waitForURL(`/t/${shop.slug}/live/authorizations`);
});

test("the clock of the shared sandbox is shown and stays", async ({ page }) => {
  await signIn(page, "admin@tenant.test", "/t/sandbox-coffee-co/test/clock");
  await expect(page.getByText("This clock can’t be moved")).toBeVisible();
  await expect(page.getByRole("button", { name: "1 hour" })).toHaveCount(0);
  await expectGood(page, "a clock that can’t be moved");
});
