import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { createLongContent, type LongContent } from "../fixtures/long-content";
import { signInAs } from "../fixtures/new-member";
import { spillOf } from "../fixtures/spill";
import { expect, test } from "../fixtures/test";

/** From a wide desktop to a small phone; 960 and 640 are what 1920 and 1280 have left at 200 %. */
const WIDTHS = [1920, 1600, 1440, 1280, 1024, 960, 768, 640, 390, 360];

type Addresses = (made: LongContent) => readonly string[];
type Who = "anybody" | "wallet" | "tenant" | "network";

const at =
  (...paths: readonly string[]): Addresses =>
  () =>
    paths;
const of =
  (...paths: readonly ((made: LongContent) => string)[]): Addresses =>
  (made) =>
    paths.map((path) => `/t/${made.slug}/test${path(made)}`);

/** Every page of the app, by its folder: who opens it, and where. */
const PAGES: Readonly<Record<Who, Readonly<Record<string, Addresses>>>> = {
  anybody: {
    "": at("/"),
    "docs/[[...slug]]": at("/docs", "/docs/webhooks", "/docs/errors"),
    "docs/api": at("/docs/api"),
    "docs/api/[tag]": at("/docs/api/webhooks"),
    "receipts/[id]": ({ receipt }) => [`/receipts/${receipt}`],
    "sign-in": at("/sign-in"),
    "sign-up": at("/sign-up"),
    forgot: at("/forgot"),
    outbox: at("/outbox"),
    "invite/[token]": ({ invitation }) => [invitation],
    "reset/[token]": at("/reset/0"),
  },
  wallet: {
    wallet: at("/wallet"),
    "wallet/activity": at("/wallet/activity"),
    "wallet/activity/[id]": ({ transactions }) => transactions.map((id) => `/wallet/activity/${id}`),
    "wallet/agreements": at("/wallet/agreements"),
    "wallet/agreements/[id]": ({ agreements }) => agreements.map((id) => `/wallet/agreements/${id}`),
    "wallet/cards": at("/wallet/cards"),
    "wallet/cards/[id]": ({ card }) => [`/wallet/cards/${card}`],
    "wallet/codes": at("/wallet/codes"),
    "wallet/codes/[id]": ({ memberCode, paymentCode }) => [memberCode, paymentCode].map((id) => `/wallet/codes/${id}`),
    "wallet/settings": at("/wallet/settings"),
    account: at("/account"),
    home: at("/home"),
  },
  tenant: {
    "t/[slug]/[environment]": of(() => ""),
    "t/[slug]/[environment]/audit": of(() => "/audit"),
    "t/[slug]/[environment]/authorizations": of(() => "/authorizations"),
    "t/[slug]/[environment]/authorizations/[id]": of(
      ({ transactions }) => `/authorizations/${transactions[0]}`,
      ({ transactions }) => `/authorizations/${transactions[1]}`,
    ),
    "t/[slug]/[environment]/keys": of(() => "/keys"),
    "t/[slug]/[environment]/logs": of(() => "/logs"),
    "t/[slug]/[environment]/logs/[id]": of(({ request }) => `/logs/${request}`),
    "t/[slug]/[environment]/members": of(() => "/members"),
    "t/[slug]/[environment]/members/[id]": of(({ member }) => `/members/${member}`),
    "t/[slug]/[environment]/merchants": of(() => "/merchants"),
    "t/[slug]/[environment]/merchants/[id]": of(({ merchant }) => `/merchants/${merchant}`),
    "t/[slug]/[environment]/payment-codes": of(() => "/payment-codes"),
    "t/[slug]/[environment]/payment-codes/[id]": of(({ paymentCode }) => `/payment-codes/${paymentCode}`),
    "t/[slug]/[environment]/reports": of(() => "/reports"),
    "t/[slug]/[environment]/settings": of(() => "/settings"),
    "t/[slug]/[environment]/settlement": of(() => "/settlement"),
    "t/[slug]/[environment]/settlement/[id]": of(({ batch }) => `/settlement/${batch}`),
    "t/[slug]/[environment]/team": of(() => "/team"),
    "t/[slug]/[environment]/tools/signature": of(() => "/tools/signature"),
    "t/[slug]/[environment]/webhooks": of(() => "/webhooks"),
    "t/[slug]/[environment]/webhooks/[id]": of(({ subscription }) => `/webhooks/${subscription}`),
    "t/[slug]/[environment]/webhooks/[id]/deliveries/[deliveryId]": of(
      ({ subscription, delivery }) => `/webhooks/${subscription}/deliveries/${delivery}`,
    ),
  },
  network: {
    network: at("/network"),
    "network/audit": at("/network/audit"),
    "network/books": at("/network/books"),
    "network/engine": at("/network/engine"),
    "network/members": at("/network/members"),
    "network/members/[id]": ({ member }) => [`/network/members/${member}`],
    "network/merchants": at("/network/merchants"),
    "network/merchants/[id]": ({ merchant }) => [`/network/merchants/${merchant}`],
    "network/settlement": at("/network/settlement"),
    "network/tenants/[slug]": ({ slug }) => [`/network/tenants/${slug}`],
  },
};

/** The app's folders that have a page, without the groups in parentheses. */
function foldersOfPages(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) =>
      dirname(`/${file}`)
        .replace(/\/\([^)]+\)/g, "")
        .slice(1),
    );
}

/** Loaded once, as a window is drawn narrower. */
async function walk(page: Page, path: string): Promise<readonly string[]> {
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
  const response = await page.goto(path);
  const wrong = response?.ok() ? [] : [`${path} answered ${response?.status()}`];
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    wrong.push(...(await spillOf(page)).map((what) => `${path} at ${width} px: ${what}`));
  }
  return wrong;
}

test.describe.configure({ mode: "parallel" });

test("every page of the app is in the walk", () => {
  const walked = Object.values(PAGES).flatMap((pages) => Object.keys(pages));
  expect(foldersOfPages().sort()).toEqual(walked.sort());
});

let made: Promise<LongContent> | undefined;

for (const who of ["anybody", "wallet", "tenant", "network"] as const) {
  test(`no page is wider than its window, and nothing of it is cut off: ${who}`, async ({ page }) => {
    test.slow();
    made ??= createLongContent();
    const content = await made;
    if (who !== "anybody")
      await signInAs(page, content.logins[who], PAGES[who][who] ? `/${who}` : `/t/${content.slug}/test`);
    const wrong: string[] = [];
    for (const addresses of Object.values(PAGES[who])) {
      for (const path of addresses(content)) wrong.push(...(await walk(page, path)));
    }
    expect(wrong).toEqual([]);
  });
}
