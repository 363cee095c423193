import { expectAccessible, expectGood } from "../fixtures/looks";
import { createMember, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { noteNotifications, startPushBrowser } from "../fixtures/push-browser";
import { postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const SETTINGS = "/wallet/settings";

test("a payment arrives on the device that asked for it, says who took how much, and leads to it", {
  tag: "@journey",
}, async ({ openPage, baseURL }) => {
  const page = await openPage({ serviceWorkers: "allow" });
  const device = await startPushBrowser();
  await device.giveTo(page, "granted");
  const member = await createMember(["Nora Notified"]);
  await signInAs(page, member, SETTINGS);
  const section = page.getByRole("region", { name: "Notifications on this device" });
  const worker = await noteNotifications(page);
  await section.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(section.getByText("On", { exact: true })).toBeVisible();
  await expectGood(page, "notifications on");

  await section.getByRole("button", { name: "Send a test notification" }).click();
  await expect.poll(() => device.sent.length, { timeout: 30_000 }).toBe(1);
  expect(JSON.parse(device.sent[0] ?? "")).toMatchObject({ title: "Notifications work", href: SETTINGS });

  const [{ panToken } = { panToken: "" }] = member.members;
  const pay = () => postAsTenant(baseURL, "authorizations", { panToken, amount: 4.5, merchantNameRaw: "Corner Café" });
  const { recordId } = (await pay()) as { recordId: string };
  await expect.poll(() => device.sent.length, { timeout: 30_000 }).toBe(2);
  await worker.deliver(device.sent[1] ?? "");
  await expect.poll(worker.shown).toMatchObject([
    {
      title: "Reserved $4.50 at Corner Café",
      tag: `payment:${recordId}`,
      data: { href: `/wallet/activity/${recordId}` },
    },
  ]);
  await worker.click(`/wallet/activity/${recordId}`);
  await page.waitForURL(`**/wallet/activity/${recordId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Corner Café");
  // Links to other places open the wallet's home.
  for (const href of [
    "https://elsewhere.test/wallet",
    "//elsewhere.test/wallet",
    "/t/sandbox-coffee-co/test",
    "http://[",
  ]) {
    await page.goto(SETTINGS);
    await worker.click(href);
    await page.waitForURL("**/wallet");
  }
  await worker.deliver("no JSON");
  await expect
    .poll(async () => (await worker.shown()).map(({ title }) => title))
    .toContain("Something happened in your wallet");

  const renewed = await startPushBrowser();
  await worker.renew(renewed);
  await page.goto(SETTINGS);
  await section.getByRole("button", { name: "Send a test notification" }).click();
  await expect.poll(() => renewed.sent.length, { timeout: 30_000 }).toBe(1);
  renewed.close();

  await section.getByRole("switch", { name: "Payments" }).click();
  await expect(section.getByRole("switch", { name: "Payments" })).toHaveAttribute("aria-checked", "false");
  await expect(section.getByRole("switch", { name: "Payments" })).toBeEnabled();
  await page.reload();
  await expect(section.getByRole("switch", { name: "Payments" })).toHaveAttribute("aria-checked", "false");
  await section.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("button", { name: "Turn on notifications" })).toBeVisible();

  await section.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(section.getByText("On", { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: /^Nora Notified ?: menu/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  // Pushes for the previous user must not show to the next one.
  expect(await page.evaluate(() => localStorage.getItem("test-subscribed"))).toBeNull();
  device.close();
});

test("another device is listed and removed; a blocking browser says what to do; the demo gets none", async ({
  openPage,
}) => {
  const member = await createMember(["Oda Others"]);
  const device = await startPushBrowser();
  const enter = async (answer: "granted" | "denied" | null) => {
    const page = await openPage({ serviceWorkers: "allow" });
    if (answer) await device.giveTo(page, answer);
    else await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await signInAs(page, member, SETTINGS);
    return page;
  };
  const phone = await enter("granted");
  await phone.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(phone.getByText("On", { exact: true })).toBeVisible();

  const blocked = await enter("denied");
  await blocked.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(blocked.getByText("Your browser blocks notifications from this site").first()).toBeVisible();
  await expectGood(blocked, "notifications blocked");
  const others = blocked.getByRole("list", { name: "Other devices with notifications" });
  await expect(others.getByText("Requests and payments")).toBeVisible();
  await others.getByRole("button", { name: "Remove notifications from" }).click();
  await expect(others).toBeHidden();
  await phone.reload();
  await expect(phone.getByRole("button", { name: "Turn on notifications" })).toBeVisible();
  await expectAccessible(phone, "notifications off");

  const old = await enter(null);
  await expect(old.getByText("This browser can’t show notifications")).toBeVisible();
  const demo = await openPage();
  await signIn(demo, "alice@member.test", SETTINGS);
  await expect(demo.getByText("This demo login is shared. It can’t send notifications to your device.")).toBeVisible();
  device.close();
});
