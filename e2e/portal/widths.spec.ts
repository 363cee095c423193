import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { createLongContent, type LongContent } from "../fixtures/long-content";
import { signInAs } from "../fixtures/new-member";
import { homeOf, PAGES } from "../fixtures/pages";
import { spillOf } from "../fixtures/spill";
import { expect, test } from "../fixtures/test";

/** From a wide desktop to a small phone; 960 and 640 are what 1920 and 1280 have left at 200 %. */
const WIDTHS = [1920, 1600, 1440, 1280, 1024, 960, 768, 640, 390, 360];

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
    if (who !== "anybody") await signInAs(page, content.logins[who], homeOf(who, content));
    const wrong: string[] = [];
    for (const addresses of Object.values(PAGES[who])) {
      for (const path of addresses(content)) wrong.push(...(await walk(page, path)));
    }
    expect(wrong).toEqual([]);
  });
}
