import { expectGood } from "../fixtures/looks";
import { requestAgreement, signIn, waitUntilLive } from "../fixtures/portal";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a charge over the cap appears by itself, is approved as shown and paid; the next one is denied", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const { id, description } = await requestAgreement(baseURL);
  await postAsTenant(baseURL, `sandbox/agreements/${id}/approve`, {});
  const ask = (amount: number) =>
    postAsMerchant(baseURL, "recurring/charge", { recurringAuthorizationId: id, amount, onExceed: "ask" });
  const read = (chargeRequestId: string) =>
    postAsMerchant(baseURL, "recurring/chargerequests/get", { chargeRequestId });

  await signIn(page, "alice@member.test", "/wallet/agreements");
  await waitUntilLive(page);
  const { chargeRequestId } = (await ask(35)) as { chargeRequestId: string };
  const request = page.getByRole("link", { name: new RegExp(`\\$35\\.00.*${description}`) });
  await expect(request).toContainText("Sandbox Café wants to charge you $35.00");
  await expect(request).toContainText("It’s over your limit of $20.00 a charge.");
  await request.click();
  await expect(page.getByRole("heading", { name: "Sandbox Café wants to charge you" })).toBeVisible();
  await expect(
    page.getByText(/If you approve, Sandbox Café is paid \$35\.00 now, once, from your USD account/),
  ).toBeVisible();
  const [deny, approve] = await Promise.all(
    ["Deny", "Approve"].map((name) => page.getByRole("button", { name }).boundingBox()),
  );
  expect(deny?.width).toBeCloseTo(approve?.width ?? 0, 0);
  expect(deny?.height).toBe(approve?.height);
  expect(await read(chargeRequestId)).toMatchObject({ status: "PendingApproval", authorizationId: null });
  await expectGood(page, "a charge request");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL("**/wallet/activity/*");
  await expect(page.getByText("$35.00").first()).toBeVisible();
  expect(await read(chargeRequestId)).toMatchObject({ status: "Approved", amount: 35 });

  await page.goto(`/wallet/agreements/charges/${chargeRequestId}`);
  await expect(page.getByText("You approved this charge, and it was paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();

  const early = (await ask(18)) as { chargeRequestId: string };
  await page.goto(`/wallet/agreements/charges/${early.chargeRequestId}`);
  await expect(page.getByText(/The next charge isn’t due until/)).toBeVisible();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.waitForURL("**/wallet/agreements");
  expect(await read(early.chargeRequestId)).toMatchObject({ status: "Denied", transactionId: null });
  await page.goto(`/wallet/agreements/charges/${early.chargeRequestId}`);
  await expect(page.getByText("You denied this charge. Nothing was paid.")).toBeVisible();
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});

test("a request answered elsewhere says so, and nothing is paid twice", async ({ page, baseURL }) => {
  const { id } = await requestAgreement(baseURL, { maxAmount: 20 });
  await postAsTenant(baseURL, `sandbox/agreements/${id}/approve`, {});
  const charge = { recurringAuthorizationId: id, amount: 21.5, onExceed: "ask" };
  const { chargeRequestId } = (await postAsMerchant(baseURL, "recurring/charge", charge)) as {
    chargeRequestId: string;
  };
  await signIn(page, "alice@member.test", `/wallet/agreements/charges/${chargeRequestId}`);
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
  await postAsTenant(baseURL, `sandbox/charge-requests/${chargeRequestId}/approve`, {});
  await expect(page.getByText("You approved this charge, and it was paid.")).toBeVisible();
  await page.getByRole("link", { name: "See the payment" }).click();
  await page.waitForURL("**/wallet/activity/*");
  expect(await postAsMerchant(baseURL, "recurring/get", { recurringAuthorizationId: id })).toMatchObject({
    charges: 1,
  });
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});

test("a merchant’s admin finds a charge request, passes its link on, and sees the answer when it comes", async ({
  page,
  baseURL,
}) => {
  const { id, description } = await requestAgreement(baseURL);
  await postAsTenant(baseURL, `sandbox/agreements/${id}/approve`, {});
  const merchantReference = `bill ${crypto.randomUUID().slice(0, 8)}`;
  const charge = { recurringAuthorizationId: id, amount: 35, onExceed: "ask", merchantReference };
  const { chargeRequestId } = (await postAsMerchant(baseURL, "recurring/charge", charge)) as {
    chargeRequestId: string;
  };
  await signIn(page, "admin@tenant.test", "/t/sandbox-coffee-co/test/charge-requests");
  await waitUntilLive(page);
  await page.getByRole("searchbox").fill(merchantReference);
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=bill/);
  const row = page.getByRole("row", { name: merchantReference });
  await expect(row).toContainText("Pending approval");
  await expect(row).toContainText("Over the cap");
  // The unfiltered list contains the row, too.
  await expect(page.getByText("1 result", { exact: true }).filter({ visible: true })).toBeVisible();
  const search = new URL(page.url()).search;
  await page.goto(`/t/sandbox-coffee-co/test/charge-requests${search}&state=denied`);
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(row).toBeVisible();
  await page.goto(`/t/sandbox-coffee-co/test/charge-requests${search}`);
  await page.locator(`a[href$="/charge-requests/${chargeRequestId}"]`).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { name: "Charge request from Sandbox Café" })).toBeVisible();
  await expect(page.getByText(description)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link for the member" })).toBeVisible();
  await waitUntilLive(page);
  await postAsTenant(baseURL, `sandbox/charge-requests/${chargeRequestId}/deny`, {});
  await expect(page.getByText("Denied", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link for the member" })).toBeHidden();
  await expect(page.getByRole("link", { name: /^\d{7}$/ })).toBeVisible();
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId: id });
});
