import type { Page } from "@playwright/test";
import { expectGood } from "../fixtures/looks";
import { createMember, createShop, createTeam, make, type Shop, signInAs } from "../fixtures/new-member";
import { newKey } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Shifts the device's clock; elapsed time stays right. */
async function shiftClock(page: Page, byMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const Real = Date;
    const Shifted = new Proxy(Real, {
      construct: (_, given) => (given.length === 0 ? new Real(Real.now() + ms) : Reflect.construct(Real, given)),
      get: (_, name) => (name === "now" ? () => Real.now() + ms : Reflect.get(Real, name)),
    });
    window.Date = Shifted;
  }, byMs);
}

const newCode = (page: Page) => page.getByRole("button", { name: /^New code/ }).filter({ visible: true });

async function expectFresh(page: Page): Promise<void> {
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^(10:00|9:[345]\d) left$/);
}

for (const [what, byMs] of [
  ["fast", 12 * MINUTE_MS],
  ["slow", -12 * MINUTE_MS],
] as const) {
  test(`a phone 12 minutes ${what}: a code has its ten minutes, and new records are new`, async ({ page }) => {
    await shiftClock(page, byMs);
    const member = await createMember(["Tamsin Watch"]);
    await signInAs(page, member, "/wallet/codes");
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - byMs)).toBeLessThan(MINUTE_MS);
    await newCode(page).click();
    await expectFresh(page);
    await page.keyboard.press("Escape");
    const list = page.getByRole("listitem").filter({ hasText: "Up to $50.00" }).first();
    await expect(list).toContainText(/in 9 min|in 10 min/);
    // The code can be shown again.
    await page.getByRole("button", { name: "Show code" }).filter({ visible: true }).click();
    await expectFresh(page);
    const { panToken } = member.members[0] ?? {};
    const declined = await page.request.post("/v1/authorizations", {
      headers: {
        "X-API-Key": "pk_test_closedloop_sandbox",
        Authorization: "Bearer sk_test_closedloop_sandbox_public_secret",
        "Idempotency-Key": newKey(),
      },
      data: { panToken, amount: 501 },
    });
    expect(declined.status()).toBe(200);
    await page.goto("/wallet");
    await expect(page.getByText("just now").first()).toBeVisible();
  });
}

test("a code counts by the sandbox clock everywhere, and one of a week is not put away for good", async ({
  page,
  openPage,
}) => {
  const { slug, owner, member } = await createTeam("Far Ahead");
  const console = await openPage();
  await signInAs(console, owner, `/t/${slug}/test/clock`);
  const moved = await console.request.post("/api/trpc/tenant.sandboxClock.advance", {
    headers: { origin: new URL(console.url()).origin },
    data: { tenant: slug, environment: "test", key: crypto.randomUUID(), days: 20 },
  });
  expect(moved.status()).toBe(200);
  await signInAs(page, member, "/wallet/codes");
  await expect(page.getByRole("region", { name: "Environment" })).toContainText("Clock 20 days ahead");
  await newCode(page).click();
  await expectFresh(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/in (9|10) min/).first()).toBeVisible();
  await page.getByRole("button", { name: "Choose what a code can pay" }).click();
  await page.getByRole("radio", { name: "1 week" }).click();
  await page.getByRole("button", { name: "Create code" }).click();
  await expect(page.getByRole("timer")).toHaveText(/^(7 d 0 h|6 d 23 h) left$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Show code" }).filter({ visible: true })).toBeVisible();
});

async function payAt(page: Page, shop: Shop, to: Date, amount: number): Promise<void> {
  const ask = (path: string, data: object) =>
    page.request.post(path, {
      headers: { "X-API-Key": shop.publicKey, Authorization: `Bearer ${shop.secret}`, "Idempotency-Key": newKey() },
      data,
    });
  expect((await ask("/v1/sandbox/clock/advance", { to: to.toISOString() })).status()).toBe(200);
  expect((await ask("/v1/authorizations", { panToken: shop.panToken, amount })).status()).toBe(201);
}

test("a console shows and filters days in its tenant's zone, wherever the viewer is", async ({ openPage }) => {
  const page = await openPage({ timezoneId: "America/Los_Angeles", locale: "en-US" });
  const shop = await createShop();
  const day = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS);
  const on = (days: number, hours: number) => new Date(day.getTime() + days * DAY_MS + hours * 60 * MINUTE_MS);
  // 23:30 in Tokyo, and an hour later: two days there, but one day in UTC and Los Angeles.
  await payAt(page, shop, on(0, 14.5), 11);
  await payAt(page, shop, on(0, 15.5), 22);
  await payAt(page, shop, on(10, 12), 33);
  await signInAs(page, shop, `/t/${shop.slug}/test/settings`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Change Time zone" }).click();
  await page.getByPlaceholder("A city or a region").fill("tokyo");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Time zone changed")).toBeVisible();
  await expectGood(page, "settings with a time zone");

  await page.goto(`/t/${shop.slug}/test/authorizations`);
  const row = (amount: string) => page.getByRole("row").filter({ hasText: amount });
  const name = (at: Date) =>
    new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" }).format(at);
  await expect(row("$11.00")).toContainText(name(on(0, 0)));
  await expect(row("$22.00")).toContainText(name(on(1, 0)));
  const first = on(1, 0).toISOString().slice(0, 10);
  await page.getByLabel("From").fill(first);
  await page.waitForURL(/from=/);
  await page.getByLabel("to", { exact: true }).fill(first);
  await expect(row("$11.00")).toBeHidden();
  await expect(row("$22.00")).toContainText(name(on(1, 0)));
  await expect(page.getByRole("link", { name: "Time zone: Asia/Tokyo" })).toBeVisible();
  await expectGood(page, "a list with days in a zone");
  await row("$22.00").getByRole("link").first().click();
  await page.waitForURL(/\/authorizations\/\w{17}$/);
  await expect(page.getByText(/ 00:30:\d\d GMT\+9/).first()).toBeVisible();
});

test("a wallet's days and months are those of the device from the first visit on", async ({ openPage }) => {
  const page = await openPage({ timezoneId: "Pacific/Kiritimati", locale: "en-US" });
  const { email, password } = await make<{ email: string; password: string }>({ names: ["Kiri Traveler"] });
  const zones: string[] = [];
  page.on("request", (request) => {
    const [, zone] = /%22zone%22%3A%22([^%]+(?:%2F[^%]+)*)%22/.exec(request.url()) ?? [];
    if (zone) zones.push(decodeURIComponent(zone));
  });
  await signInAs(page, { email, password }, "/wallet/spending");
  await expect.poll(() => zones.at(-1)).toBe("Pacific/Kiritimati");
});
