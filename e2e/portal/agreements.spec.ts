import { askAlice, signIn, waitUntilLive } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a request appears by itself, is approved with a lower cap, charged, revoked and refused", async ({
  page,
  baseURL,
}) => {
  await signIn(page);
  await waitUntilLive(page);
  const { id, description } = await askAlice(baseURL);
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
  await expect(page.getByRole("heading", { name: "Sandbox Café asks to charge you" })).toBeVisible();
  await expect(page.getByText("Up to $20.00 a month")).toBeVisible();
  await expect(page.getByText("You can stop this any time")).toBeVisible();
  const [deny, approve] = await Promise.all(
    ["Deny", "Approve"].map((name) => page.getByRole("button", { name }).boundingBox()),
  );
  expect(deny?.width).toBeCloseTo(approve?.width ?? 0, 0);
  expect(deny?.height).toBe(approve?.height);
  const cap = page.getByLabel("Lower the cap");
  await cap.fill("25");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("It can only be lower than what was asked for.")).toBeVisible();
  await cap.fill("15");
  await expect(page.getByText("Up to $15.00 a month")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();

  expect(await charge(18)).toMatchObject({ approved: false, reasonCode: "61" });
  expect(await charge(14)).toMatchObject({ approved: true, status: "Captured" });
  await expect(page.getByText("−$14.00")).toBeVisible();
  await page.getByRole("button", { name: "Revoke agreement" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Every charge from now on is refused.");
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  expect(await charge(1)).toMatchObject({ approved: false, reasonCode: "R1" });
});

test("a denied request is over, and one that was answered elsewhere says so", async ({ page, baseURL }) => {
  const { id } = await askAlice(baseURL, { amount: 9 });
  await signIn(page, "alice@member.test", `/wallet/agreements/${id}`);
  await expect(page.getByText("$9.00 each time")).toBeVisible();
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
  const { id } = await askAlice(baseURL);
  await signIn(page, "bob@member.test", `/wallet/agreements/${id}`);
  await expect(page.getByText("This agreement can’t be shown")).toBeVisible();
  await expect(page.getByText("There is no such recurring authorization.")).toBeVisible();
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});
