import type { Page } from "@playwright/test";
import { LANGUAGES } from "@/components/ui/values/first-locale";
import { signIn } from "../fixtures/portal";
import { expect, test, watchThrown } from "../fixtures/test";
import { translatePages } from "../fixtures/translation";

const CONSOLE = "/t/sandbox-coffee-co/test";
/** Pages full of amounts, days, and counts, by who sees them. */
const SEEN = [
  [null, ["/", "/docs", "/status"]],
  ["alice@member.test", ["/wallet", "/wallet/activity", "/wallet/spending", "/wallet/statements"]],
  ["admin@tenant.test", ["", "/authorizations", "/settlement", "/webhooks", "/members"].map((path) => CONSOLE + path)],
  ["operator@network.test", ["/network", "/network/members", "/network/books", "/network/payouts"]],
] as const;

/** The returned function waits until React has taken over the page, and has reported what it couldn’t. */
async function watchHydration(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    const hydrated = new Promise((resolve) => addEventListener("closed-loop-hydrated", resolve)).then(idle);
    Object.assign(window, { hydrated });
  });
  return () => page.evaluate(() => Reflect.get(window, "hydrated"));
}

for (const locale of ["my-MM", "ckb-IQ", "ne-NP"]) {
  test(`pages of a browser in ${locale} are hydrated as the server wrote them`, async ({ openPage }) => {
    const page = await openPage({ locale });
    const thrown = watchThrown(page);
    const hydrated = await watchHydration(page);
    for (const [email, paths] of SEEN) {
      if (email) await signIn(page, email, paths[0]);
      for (const path of paths) {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        await hydrated();
        expect(thrown, path).toEqual([]);
      }
    }
  });
}

test("a page that was translated before its scripts came is hydrated, and then shown in translation", async ({
  page,
}) => {
  const thrown = watchThrown(page);
  const hydrated = await watchHydration(page);
  await translatePages(page);
  await signIn(page, "alice@member.test", "/wallet");
  await hydrated();
  let letCome = () => {};
  for (const path of ["/wallet/activity", "/docs/webhooks"]) {
    const come = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route("**/_next/static/**/*.js", (route) => come.then(() => route.fallback()));
    await page.goto(path, { waitUntil: "domcontentloaded" });
    // Its text has come back beside the translation.
    await expect(page.locator("h1[translate=no]")).toBeAttached();
    await expect(page.locator("h1 > font")).toHaveCount(0);
    letCome();
    await hydrated();
    await expect(page.locator("h1 > font").first()).toBeVisible();
    expect(thrown, path).toEqual([]);
  }
});

function textsOf(locales: readonly string[]): readonly string[] {
  const at = new Date("2026-11-27T15:04:05Z");
  const timeZone = "Europe/Berlin";
  return locales.map((language) => {
    const locale = new Intl.Locale(language, { calendar: "gregory", numberingSystem: "latn" }).toString();
    const date = (form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(at);
    const amount = (form: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, form).format(-1_234_567.5);
    return [
      language,
      date({ dateStyle: "medium" }),
      date({ dateStyle: "long" }),
      date({ month: "long", year: "numeric" }),
      date({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
      amount({}),
      amount({ style: "currency", currency: "USD" }),
      amount({ style: "currency", currency: "EUR" }),
      amount({ style: "currency", currency: "USD", notation: "compact" }),
      new Intl.DisplayNames(locale, { type: "currency" }).of("EUR"),
    ].join(" | ");
  });
}

test("server and browser write every language of pages alike", async ({ page }) => {
  expect(await page.evaluate(textsOf, LANGUAGES)).toEqual(textsOf(LANGUAGES));
});
