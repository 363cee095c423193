import { expectGood } from "../fixtures/looks";
import { createShop, signInAs } from "../fixtures/new-member";
import { signIn, waitUntilLive } from "../fixtures/portal";
import { postAsTenant, sendAsTenant } from "../fixtures/sandbox";
import { startSignedReceiver } from "../fixtures/signed-receiver";
import { expect, test } from "../fixtures/test";

const BASE = "/t/sandbox-coffee-co/test";

test("the workbench joins what happened to a key, by keys and by hand, from any page", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const key = `order ${crypto.randomUUID().slice(0, 8)}`;
  const pay = () =>
    sendAsTenant(baseURL, "authorizations", { panToken: "TESTcardApproved1", amount: 4.5 }, { idempotencyKey: key });
  const paid = (await pay()).answer as { readonly recordId: string };
  await pay();
  await sendAsTenant(baseURL, `authorizations/${paid.recordId}/capture`, { amount: 9 });
  await signIn(page, "admin@tenant.test", `${BASE}/merchants`);
  await waitUntilLive(page);

  await page.keyboard.press("w");
  const drawer = page.getByRole("dialog", { name: "Workbench" });
  await expect(drawer.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
  await expect(drawer.getByText("$4.50").first()).toBeVisible();
  await expect(drawer.getByText("amount_exceeds_remaining_hold").first()).toBeVisible();
  await expect(drawer.getByText("replayed")).toBeVisible();
  for (const name of ["Requests", "Decision", "Ledger", "Webhooks"]) {
    await expect(drawer.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await drawer.getByText("/v1/authorizations", { exact: false }).first().click();
  await expect(drawer.getByText('"panToken": "[redacted]"').first()).toBeVisible();
  await expect(page).toHaveURL(/workbench=order/);
  await expectGood(page, "workbench");

  await page.reload();
  await expect(drawer.getByText("amount_exceeds_remaining_hold").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/merchants$/);

  await page.keyboard.press("w");
  await drawer.getByRole("searchbox").fill("no such key");
  await page.keyboard.press("Enter");
  await expect(drawer.getByText("Nothing found")).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);

  await page.goto(`${BASE}/authorizations/${paid.recordId}`);
  await page.getByRole("button", { name: "Workbench" }).click();
  await expect(drawer.getByRole("heading", { name: "$4.50" })).toBeVisible();
  await drawer.getByRole("link", { name: "Open", exact: true }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/authorizations/${paid.recordId}$`));

  await page.setViewportSize({ width: 360, height: 720 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Workbench" }).click();
  await expect(drawer.getByRole("heading", { name: "$4.50" })).toBeVisible();
  await expectGood(page, "workbench on a phone");
});

test("events are replayed: how many before, and what came of it", { tag: "@journey" }, async ({ page, baseURL }) => {
  const receiver = await startSignedReceiver();
  receiver.answerWith(500);
  // In the shared sandbox, other tests' payments would fail and be replayed, too.
  const shop = await createShop();
  const hook = { url: receiver.url, events: ["authorization.approved"] };
  const { id } = (await postAsTenant(baseURL, "webhook-subscriptions", hook, shop)) as { readonly id: string };
  for (let i = 0; i < 3; i += 1) {
    await postAsTenant(baseURL, "authorizations", { panToken: shop.panToken, amount: 2 }, shop);
  }
  await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await signInAs(page, shop, `/t/${shop.slug}/test/events`);
  await waitUntilLive(page);
  await expect(page.getByRole("row", { name: /authorization\.approved/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Replay events" }).filter({ visible: true }).click();
  const asked = page.getByRole("dialog", { name: "Replay events" });
  await expect(asked.getByRole("button", { name: "Replay 3 events" })).toBeEnabled();
  await expectGood(page, "replay");
  let count: () => void = () => undefined;
  const counted = new Promise<void>((resolve) => {
    count = resolve;
  });
  await page.route(/previewReplay/, async (route) => {
    await counted;
    await route.continue();
  });
  await asked.getByRole("checkbox", { name: "Retrying" }).click();
  // Until another choice is counted, the button doesn't name the number of the last one.
  await expect(asked.getByRole("button", { name: "Replay events" })).toBeDisabled();
  count();
  await expect(asked.getByText("No event matches.")).toBeVisible();
  await asked.getByRole("checkbox", { name: "Retrying" }).click();
  receiver.answerWith(200);
  await asked.getByRole("button", { name: "Replay 3 events" }).click();
  await expect(asked).toHaveCount(0);
  await page.waitForURL(`**/webhooks/${id}`);
  await expect(page.getByText(/^Replayed 3 events/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("row", { name: /Delivered/ })).toHaveCount(3, { timeout: 30_000 });
  await page.goto(`/t/${shop.slug}/test/events`);
  await page
    .getByRole("link", { name: /authorization\.approved/ })
    .first()
    .click();
  await expect(page.getByRole("list").getByText("Delivered")).toBeVisible();
  await page.goto(`/t/${shop.slug}/test/audit`);
  await expect(page.getByText("Started replaying events").first()).toBeVisible();
  receiver.close();
});
