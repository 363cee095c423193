import { createMember, signInAs } from "../fixtures/new-member";
import { requestAgreement, signIn, waitUntilLive } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a request appears by itself, is approved with a lower cap, charged, revoked and refused", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  // A merchant's requests beyond ten a day give a member no notifications.
  const member = await createMember(["Robin"]);
  await signInAs(page, member, "/wallet/agreements");
  await waitUntilLive(page);
  const { id, description } = await requestAgreement(baseURL, undefined, member.members[0]?.memberId);
  const request = page.getByRole("link", { name: new RegExp(description) });
  await expect(request).toBeVisible();
  await page
    .getByRole("button", { name: /^Notifications, \d+ unread$/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toContainText(description);
  await page.keyboard.press("Escape");
  const charge = (amount: number) =>
    postAsMerchant(baseURL, "recurring/charge", { recurringAuthorizationId: id, amount });
  expect(await charge(5)).toMatchObject({ approved: false, reasonCode: "57" });

  await request.click();
  await expect(page.getByRole("heading", { name: "Sandbox Café wants permission to charge you" })).toBeVisible();
  await expect(page.getByText("Up to $20.00 a charge, at most once a month, no end date")).toBeVisible();
  await expect(page.getByText("You can stop this at any time")).toBeVisible();
  const [deny, approve] = await Promise.all(
    ["Deny", "Approve"].map((name) => page.getByRole("button", { name }).boundingBox()),
  );
  expect(deny?.width).toBeCloseTo(approve?.width ?? 0, 0);
  expect(deny?.height).toBe(approve?.height);
  const cap = page.getByLabel("At most, per charge");
  await expect(cap).toHaveValue("20.00");
  await cap.fill("25");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("It can’t be higher than the merchant requested.")).toBeVisible();
  await cap.fill("15");
  await expect(page.getByText("Up to $15.00 a charge, at most once a month, no end date")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();

  expect(await charge(18)).toMatchObject({ approved: false, reasonCode: "61" });
  expect(await charge(14)).toMatchObject({ approved: true, status: "PendingSettlement" });
  await expect(page.getByText("−$14.00")).toBeVisible();
  await page.getByRole("button", { name: "Revoke agreement" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Every charge from now on is declined.");
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  expect(await charge(1)).toMatchObject({ approved: false, reasonCode: "R1" });
});

test("amount, cap, interval and last day stand in one sentence, before and after the approval", async ({
  page,
  baseURL,
}) => {
  const asked = { amount: 7.2, maxAmount: 10, interval: "monthly", endsOn: "2099-12-31" };
  const { id } = await requestAgreement(baseURL, asked);
  const sentence = (cap: string) => page.getByText(`$7.20 every month, up to ${cap} a charge, until December 31, 2099`);
  await signIn(page, "alice@member.test", `/wallet/agreements/${id}`);
  await expect(sentence("$10.00")).toBeVisible();
  const cap = page.getByLabel("At most, per charge");
  await cap.fill("7");
  await expect(page.getByText("Up to $7.00 a charge, at most once a month, until December 31, 2099")).toBeVisible();
  await expect(page.getByText("Less than the usual $7.20")).toBeVisible();
  await cap.fill("8");
  await expect(sentence("$8.00")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(sentence("$8.00").first()).toBeVisible();
  const terms = { status: "Active", amount: 7.2, maxAmount: 8, interval: "monthly", endsOn: "2099-12-31" };
  expect(await postAsMerchant(baseURL, "recurring/get", { recurringAuthorizationId: id })).toMatchObject(terms);
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});

test("a request without limits waits for the member to set them, or to choose none", async ({ page, baseURL }) => {
  const { id, description } = await requestAgreement(baseURL, {});
  const other = await requestAgreement(baseURL, {});
  await signIn(page);
  // At least two requests are pending, which Home combines in one line.
  await page.getByRole("link", { name: /^\d+\+? requests waiting/ }).click();
  const request = page.getByRole("link", { name: new RegExp(description) });
  await expect(request).toContainText("Up to a limit you set, as often as you allow");
  await request.click();
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await expect(page.getByText("Up to $20.00 a charge, at most once a month, no end date")).toBeVisible();
  const cap = page.getByLabel("At most, per charge");
  await cap.fill("");
  await approve.click();
  await expect(page.getByText("Set a limit, or choose no limit.")).toBeVisible();
  await expect(cap).toBeFocused();
  await cap.fill("12.5");
  await page.getByRole("radio", { name: "Weekly" }).click();
  await approve.click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  const get = (agreement: string) => postAsMerchant(baseURL, "recurring/get", { recurringAuthorizationId: agreement });
  expect(await get(id)).toMatchObject({ status: "Active", maxAmount: 12.5, interval: "weekly" });

  await page.goto(`/wallet/agreements/${other.id}`);
  await page.getByRole("radio", { name: "No limit" }).click();
  await expect(page.getByText("Any amount, as often as the merchant asks, no end date")).toBeVisible();
  await expect(page.getByText("A single charge can take everything in the account")).toBeVisible();
  await expect(approve).toBeHidden();
  await page.getByRole("button", { name: "Approve without limit" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(await get(other.id)).toMatchObject({ status: "Active", maxAmount: null, interval: null });
  for (const agreement of [id, other.id]) {
    await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: agreement });
  }
});

test("a denied request is over, and one that was answered elsewhere says so", async ({ page, baseURL }) => {
  const { id } = await requestAgreement(baseURL, { amount: 9 });
  await signIn(page, "alice@member.test", `/wallet/agreements/${id}`);
  await expect(page.getByText("$9.00 every month, up to $9.00 a charge")).toBeVisible();
  await page.getByRole("radio", { name: "No limit on how often" }).click();
  await expect(page.getByText("$9.00 each time, up to $9.00 a charge, as often as the merchant asks")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve any schedule" })).toBeVisible();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.waitForURL("**/wallet/agreements");
  expect(await postAsMerchant(baseURL, "recurring/get", { recurringAuthorizationId: id })).toMatchObject({
    status: "Denied",
  });
  await page.goto(`/wallet/agreements/${id}`);
  await expect(page.getByText("Denied", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();
});

test("another member's agreement is not there", async ({ page, baseURL }) => {
  const { id } = await requestAgreement(baseURL);
  await signIn(page, "bob@member.test", `/wallet/agreements/${id}`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});
