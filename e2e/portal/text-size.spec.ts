import { byDepth } from "@/server/testing/depth";
import config from "../../playwright.config";
import { createLongContent, type LongContent } from "../fixtures/long-content";
import { signInAs } from "../fixtures/new-member";
import { homeOf, PAGES } from "../fixtures/pages";
import { signIn } from "../fixtures/portal";
import { spillOf } from "../fixtures/spill";
import { expect, test } from "../fixtures/test";

/** Twice the usual 16 px, as the size that people set in their browser: pages can't tell it from the size they are drawn at. */
const SIZE = 32;
/** A desktop and a small phone, where room is scarcest. */
const WIDTHS = byDepth({ nightly: [1440, 360], change: [360] });

const launchOptions = config.use?.launchOptions ?? {};
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${SIZE}`],
  },
});

test.describe.configure({ mode: "parallel" });

let made: Promise<LongContent> | undefined;

for (const who of ["anybody", "wallet", "tenant", "network"] as const) {
  test(`text follows the size that the browser is set to, and nothing is cut off by it: ${who}`, async ({ page }) => {
    test.slow();
    made ??= createLongContent();
    const content = await made;
    if (who !== "anybody") await signInAs(page, content.logins[who], homeOf(who, content));
    const wrong: string[] = [];
    for (const path of Object.values(PAGES[who]).flatMap((addresses) => addresses(content))) {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeAttached();
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
      if (size !== `${SIZE}px`) wrong.push(`${path} has text of ${size}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        wrong.push(...(await spillOf(page)).map((what) => `${path} at ${width} px: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
  });
}

test("a member's code and its QR code fit a small phone at that size", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await signIn(page, "alice@member.test", "/wallet/codes");
  await page
    .getByRole("button", { name: /^New code/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByTestId("fresh-code")).toBeVisible();
  const qr = await page.getByRole("img", { name: "The code as a QR code" }).boundingBox();
  expect(qr?.width).toBeGreaterThan(200);
  expect((qr?.x ?? 0) + (qr?.width ?? 0)).toBeLessThan(360);
  expect(await spillOf(page)).toEqual([]);
});
