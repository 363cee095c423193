import type { Route } from "@playwright/test";
import { expectAccessible } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { waitUntilLive } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("activity is filtered by chips and searched, and the address keeps both", async ({ page, baseURL }) => {
  test.slow();
  const member = await createMember(["Record Keeper"]);
  const paymentMethod = member.members[0]?.panToken;
  await postAsMerchant(baseURL, "transactions/authorize", { amount: 21, paymentMethod });
  await postAsMerchant(baseURL, "transactions/sale", { amount: 9, paymentMethod });
  await postAsMerchant(baseURL, "transactions/sale", { amount: 900, paymentMethod });
  await signInAs(page, member, "/wallet/activity");
  await expect(page.getByRole("region", { name: "Today" })).toContainText("−$30.00");
  const rows = page.getByRole("link", { name: /Sandbox Café/ });
  await expect(rows).toHaveCount(3);

  await page.getByRole("button", { name: "Held" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/outcome=held/);
  await page.getByRole("button", { name: "Declined" }).click();
  await expect(rows).toContainText("$900.00");
  await page.keyboard.press("/");
  await page.keyboard.type("nobody");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await expectAccessible(page, "nothing found");
  await page.reload();
  await expect(page.getByLabel("Search by merchant or ID")).toHaveValue("nobody");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByLabel("Search by merchant or ID").fill("sandbox c");
  await expect(rows).toHaveCount(1);

  await rows.click();
  await expect(page.getByText("What happened")).toBeVisible();
  await page
    .getByRole("button", { name: /UTC|GMT/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Exact time" })).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("no typed text is taken back, however slowly the page follows", async ({ page }) => {
  test.slow();
  const member = await createMember(["Fast Typist"]);
  await signInAs(page, member, "/wallet/activity");
  const field = page.getByLabel("Search by merchant or ID");
  await expect(field).toBeEditable();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const text = "sandbox coffee company of the north";
  await field.focus();
  // Close to the debounce delay, so that the URL changes between letters.
  await page.keyboard.type(text, { delay: 290 });
  await expect(field).toHaveValue(text);
  await page.getByRole("button", { name: "Held" }).click();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page).toHaveURL(/outcome=held&q=sandbox\+coffee\+company\+of\+the\+north$/);
  await expect(field).toHaveValue(text);
});

test("a lost connection is said quietly, and a press brings it back", async ({ page }) => {
  test.slow();
  const member = await createMember(["Train Traveller"]);
  const stream = "**/api/trpc/shared.live.watch**";
  await page.route(stream, (route) => route.abort());
  await signInAs(page, member);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expectAccessible(page, "reconnecting");
  // The page also retries by itself, so hold all answers until the click.
  const waiting: Route[] = [];
  await page.route(stream, (route) => void waiting.push(route));
  const pressed = page.waitForRequest(stream);
  await page.getByRole("button", { name: "Try now" }).click();
  await pressed;
  await page.unroute(stream);
  // The click aborted the earlier request, which can't continue.
  for (const route of waiting) await route.continue().catch(() => undefined);
  await waitUntilLive(page);
});

test("a left page no longer counts as open: frequent reloads still get live changes", async ({ page }) => {
  test.slow();
  await signInAs(page, await createMember(["Often Reloaded"]), "/wallet/activity");
  // More than the limit of concurrent streams per user.
  for (let load = 0; load < 14; load += 1) {
    await page.reload();
    await waitUntilLive(page);
  }
});

test("agreements and recurring codes stand together, and each can be stopped there", async ({ page }) => {
  test.slow();
  const member = await createMember(["Subscriber"]);
  await signInAs(page, member, "/wallet/codes");
  await page.getByRole("button", { name: "Choose what a code can pay" }).filter({ visible: true }).click();
  await page.getByRole("textbox", { name: "At most" }).fill("15");
  await page.getByRole("radio", { name: "Monthly" }).click();
  await page.getByRole("button", { name: "Create code" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto("/wallet/agreements");
  await expect(page.getByText("Anyone with the code")).toBeVisible();
  await expect(page.getByText("Up to $15.00 a charge, at most once a month, no end date")).toBeVisible();
  await expectAccessible(page, "who may take money");
  await page.getByRole("button", { name: /^Revoke code/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No requests or agreements", { exact: true })).toBeVisible();
});
