import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createShop, signInAs } from "../fixtures/new-member";
import { signIn, waitUntilLive } from "../fixtures/portal";
import {
  headersOfMerchant,
  newKey,
  postAsMerchant,
  postAsTenant,
  send,
  sendAsTenant,
  type TenantKey,
} from "../fixtures/sandbox";
import { isSignedWith, type SignedReceiver, startSignedReceiver } from "../fixtures/signed-receiver";
import { expect, test } from "../fixtures/test";

const BASE = "/t/sandbox-coffee-co/test";
const SECRET = "sk_test_closedloop_sandbox_public_secret";

/** Creates an authorization, by default of the sandbox tenant. Returns its record id and idempotency key. */
async function authorize(baseURL: string | undefined, shop?: TenantKey & { readonly panToken: string }) {
  const idempotencyKey = newKey();
  const body = { panToken: shop?.panToken ?? "TESTcardApproved1", amount: 4.5 };
  const { answer } = await sendAsTenant(baseURL, "authorizations", body, { key: shop, idempotencyKey });
  const { recordId } = answer as { recordId: string };
  return { recordId, idempotencyKey };
}

async function expectDelivered(receiver: SignedReceiver, recordId: string) {
  await expect.poll(() => receiver.find(recordId) !== undefined, { timeout: 20_000 }).toBe(true);
  const arrival = receiver.find(recordId);
  if (!arrival) throw new Error("it did not arrive");
  return arrival;
}

/** Resolves after the page has handled the popstate event. */
async function goBackOnce(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("popstate", () => setTimeout(resolve), { once: true });
        history.back();
      }),
  );
}

const secretOf = async (page: Page) => (await page.getByTestId("webhook-secret").textContent())?.trim() ?? "";

async function tabTo(page: Page, role: "button" | "checkbox", name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  for (let i = 0; i < 60; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is out of the keyboard’s reach`);
}

test("a webhook is added, verifies, is rotated by keyboard, fails, is retried and revoked", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const receiver = await startSignedReceiver();
  const answers: string[] = [];
  // In the shared sandbox, deliveries of other tests would interfere.
  const shop = await createShop();
  await signInAs(page, shop, `/t/${shop.slug}/test/webhooks`);
  await waitUntilLive(page);

  await page.getByRole("button", { name: "Add webhook" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Receiver").fill("http://shop.example/hooks");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText("It must be https", { exact: false })).toBeVisible();
  await expect(dialog.getByLabel("Receiver")).toBeFocused();
  await dialog.getByLabel("Receiver").fill(receiver.url);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByTestId("webhook-secret")).toBeVisible();
  const first = await secretOf(page);
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  for (let i = 0; i < 3; i += 1) await goBackOnce(page);
  expect(await secretOf(page)).toBe(first);
  await expectAccessible(page, "secret");
  await dialog.getByLabel("I have stored it").click();
  page.on("response", async (response) => answers.push(await response.text().catch(() => "")));
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.waitForURL(/\/webhooks\/[0-9A-Za-z]{17}$/);
  await expect(page.getByText("Nothing sent yet")).toBeVisible();

  const one = await authorize(baseURL, shop);
  expect(isSignedWith(await expectDelivered(receiver, one.recordId), first)).toBe(true);
  await expect(page.getByRole("link", { name: "authorization.approved" }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole("button", { name: "Rotate secret" })).toBeEnabled();
  await tabTo(page, "button", "Rotate secret");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: /24 hours/ })).toBeChecked();
  await dialog.getByRole("radio", { name: "Replace it immediately" }).press("Space");
  await expect(dialog).toContainText("stops working now");
  await tabTo(page, "button", "Rotate secret");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("webhook-secret")).toBeVisible();
  const second = await secretOf(page);
  expect(second).not.toBe(first);
  await tabTo(page, "checkbox", "I have stored it");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Done");
  answers.length = 0;
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Rotate secret" })).toBeFocused();
  const two = await authorize(baseURL, shop);
  const arrival = await expectDelivered(receiver, two.recordId);
  expect([isSignedWith(arrival, second), isSignedWith(arrival, first)]).toEqual([true, false]);

  // Once closed, the secrets are neither on the page, in storage, nor in later responses.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  for (const secret of [first, second]) {
    expect(`${await page.content()}${kept}${answers.join("")}`).not.toContain(secret);
  }

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeHidden();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();

  receiver.answerWith(500);
  for (let i = 0; i < 3; i += 1) {
    const before = receiver.arrivals.length;
    await page.getByRole("button", { name: "Send test event" }).click();
    await dialog.getByRole("button", { name: "Send test event" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => receiver.arrivals.length, { timeout: 20_000 }).toBeGreaterThan(before);
  }
  await expect(page.getByText(/^The last \d+ attempts failed$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next retries" })).toBeVisible();
  await page.getByRole("button", { name: "Retrying", exact: true }).click();
  await page.waitForURL("**status=failed**");
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "What is sent" })).toBeVisible();
  await expect(page.getByText("answer 500").first()).toBeVisible();
  receiver.answerWith(200);
  await page.getByRole("button", { name: "Retry now" }).first().click();
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible({ timeout: 20_000 });

  await page.getByRole("link", { name: "Webhook", exact: true }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Revoke webhook" })).toBeDisabled();
  await dialog.getByLabel(/to continue/).fill(receiver.host);
  await dialog.getByRole("button", { name: "Revoke webhook" }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Webhooks", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeVisible();
  receiver.close();
});

test("chosen deliveries are retried, and go on when the tab is closed", async ({ page, openPage, baseURL }) => {
  const receiver = await startSignedReceiver();
  receiver.answerWith(500);
  const shop = await createShop();
  const hook = { url: receiver.url, events: ["authorization.approved"] };
  const { id } = (await postAsTenant(baseURL, "webhook-subscriptions", hook, shop)) as { readonly id: string };
  const paid = [await authorize(baseURL, shop), await authorize(baseURL, shop), await authorize(baseURL, shop)];
  for (const { recordId } of paid) await expectDelivered(receiver, recordId);
  const path = `/t/${shop.slug}/test/webhooks/${id}`;
  const tab = await openPage();
  await signInAs(tab, shop, path);
  const rows = tab.getByRole("table", { name: "Deliveries" }).locator("[data-row]").filter({ hasText: "Retrying" });
  await expect(rows).toHaveCount(3);
  for (const row of [rows.nth(0), rows.nth(1)]) await row.getByRole("checkbox").click();
  await expect(tab.getByText("2 selected")).toBeVisible();
  await expectAccessible(tab, "chosen deliveries");
  receiver.answerWith(200);
  const started = tab.waitForResponse(/tenant\.bulkJobs\.start/);
  await tab.getByRole("button", { name: "Retry", exact: true }).click();
  expect((await started).status()).toBe(200);
  await tab.close();

  await signInAs(page, shop, path);
  await expect(page.getByText("2 deliveries retried")).toBeVisible();
  const delivered = page.getByRole("table", { name: "Deliveries" }).locator("[data-row]");
  await expect.poll(() => delivered.filter({ hasText: "Delivered" }).count()).toBeGreaterThanOrEqual(2);
  await expectAccessible(page, "deliveries retried");
  receiver.close();
});

test("a request is found by its idempotency key and leads to what its key answers again", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const { recordId, idempotencyKey } = await authorize(baseURL);
  await signIn(page, "admin@tenant.test", `${BASE}/logs`);
  await expect(page.getByRole("table", { name: "Requests" })).toBeVisible();
  await page.getByLabel("Idempotency key").fill(idempotencyKey);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**idempotencyKey=${idempotencyKey}`);
  const row = page.getByRole("table", { name: "Requests" }).getByRole("link", { name: "POST /v1/authorizations" });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByLabel("First response: 201").getByText(recordId)).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(`^${recordId.slice(0, 5)}`) })).toHaveAttribute(
    "href",
    `${BASE}/authorizations/${recordId}`,
  );
  await page.getByRole("link", { name: "Request log" }).first().click();
  await page.getByLabel("Request ID").fill("0".repeat(17));
  await page.keyboard.press("Enter");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByRole("table", { name: "Requests" })).toBeVisible();
});

test("a sale without an Idempotency-Key is counted in the overview, and marked in the log it leads to", async ({
  page,
  baseURL,
}) => {
  const shop = await createShop();
  const home = `/t/${shop.slug}/test`;
  const sale = { amount: 4.5, paymentMethod: shop.panToken };
  const headers = { ...headersOfMerchant(shop.merchantKey), "idempotency-key": newKey() };
  const keyed = await send(new URL("/merchant/v1/transactions/sale", baseURL), { headers, body: JSON.stringify(sale) });
  expect(keyed.status).toBe(200);
  await signInAs(page, shop, `${home}/logs`);
  await expect(page.getByRole("table", { name: "Requests" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByText("No Idempotency-Key")).toHaveCount(1);
  await postAsMerchant(baseURL, "transactions/sale", sale, shop);
  await page.goto(home);
  const words = "1 request moved money without an Idempotency-Key in the last 24 hours";
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expectGood(page, "overview with a request without a key");
  await page.getByRole("link", { name: words }).click();
  await page.waitForURL(`**${home}/logs?keyless=yes`);
  await expect(page.getByRole("button", { name: "No Idempotency-Key" })).toHaveAttribute("aria-pressed", "true");
  const rows = page.getByRole("table", { name: "Requests" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("No Idempotency-Key");
  await expectGood(page, "log of requests without a key");
  await rows.nth(1).getByRole("link").click();
  await expect(page.getByRole("region", { name: "No Idempotency-Key" })).toContainText("it does so a second time");
  await expectGood(page, "request without a key");
});

test("the signature debugger finds a wrong body byte, and sends the secret nowhere", { tag: "@journey" }, async ({
  page,
}) => {
  await signIn(page, "admin@tenant.test", `${BASE}/tools/signature`);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = '{"panToken":"TESTcardApproved1","amount":12.5}';
  const signed = `POST\n/v1/authorizations\n${timestamp}\n${body}`;
  const signature = createHmac("sha256", SECRET).update(signed).digest("hex");
  const curl = (data: string) =>
    `curl http://localhost:3000/v1/authorizations -H 'X-Timestamp: ${timestamp}' -H 'X-Signature: sha256=${signature}' -d '${data}'`;
  await page.getByLabel("Paste the whole request").fill(curl(body.replace("12.5", "12.6")));
  await expect(page.getByText("No problems so far")).toBeVisible();
  await page.getByLabel("Secret").fill(SECRET);
  await expect(page.getByRole("heading", { name: "Wrong: Comparison" })).toBeVisible();
  await expect(page.getByText("Compare the body byte by byte")).toBeVisible();
  await page.getByLabel("Raw body").fill(body);
  await expect(page.getByRole("heading", { name: "The signature is right" })).toBeVisible();
  await page.getByLabel("Raw body").fill(`${body}\n`);
  await expect(page.getByText("the body was signed without the whitespace at its end")).toBeVisible();
  await expectGood(page, "signature debugger");
  expect(sent.filter((request) => request.includes(SECRET))).toEqual([]);
});
