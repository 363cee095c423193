import config from "../../playwright.config";
import { signIn } from "../fixtures/portal";
import { spillOf } from "../fixtures/spill";
import { expect, test } from "../fixtures/test";

/** The browser's text size at 200 %. For pages, it is the size of a rem. */
const SIZE = 32;

const launchOptions = config.use?.launchOptions ?? {};
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${SIZE}`],
  },
});

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
