import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { byDepth } from "@/server/testing/depth";
import { createLongContent, type LongContent } from "../fixtures/long-content";
import { expectGood } from "../fixtures/looks";
import { signInAs } from "../fixtures/new-member";
import { homeOf, PAGES } from "../fixtures/pages";
import { loadAndRecord, recordShifts } from "../fixtures/shifts";
import { spillOf } from "../fixtures/spill";
import { expect, test } from "../fixtures/test";

const NEW_PHONE = { who: "a new phone", size: { width: 390, height: 844 }, cacheDisabled: true } as const;
const KNOWN_DESKTOP = { who: "a known desktop", size: { width: 1440, height: 900 }, cacheDisabled: false } as const;
const LOADS = byDepth({ nightly: [NEW_PHONE, KNOWN_DESKTOP], change: [NEW_PHONE] });

/** From a wide desktop to a small phone; 960 and 640 are 1920 and 1280 at 200 % zoom. */
const WIDTHS = byDepth({
  nightly: [1920, 1600, 1440, 1280, 1024, 960, 768, 640, 390, 360],
  change: [1440, 768, 360],
});

/** The browser's text size at 200 %. */
const LARGE_TEXT = 32;
const LARGE_TEXT_WIDTHS = byDepth({ nightly: [1440, 360], change: [360] });

/** Folders of the app with a page, without route groups. */
function foldersOfPages(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) =>
      dirname(`/${file}`)
        .replace(/\/\([^)]+\)/g, "")
        .slice(1),
    );
}

async function shiftsOf(page: Page, session: CDPSession, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const { who, size, cacheDisabled } of LOADS) {
    await page.setViewportSize(size);
    await session.send("Network.setCacheDisabled", { cacheDisabled });
    let { status, shifts } = await loadAndRecord(page, path);
    // Retries, because another test's new record may shift the page once. A faulty page shifts every time.
    for (let again = 0; again < 2 && shifts.length > 0; again += 1)
      ({ status, shifts } = await loadAndRecord(page, path));
    if (status !== 200) found.push(`${path} answered ${status}`);
    found.push(...shifts.map((what) => `${path} on ${who}: ${what}`));
  }
  return found;
}

async function spillsOf(page: Page, path: string): Promise<string[]> {
  await expect(page.locator("h1").first()).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    wrong.push(...(await spillOf(page)).map((what) => `${path} at ${width} px: ${what}`));
  }
  return wrong;
}

/** Text that ignores the browser's text size, or is cut off by it. */
async function spillsOfLargeText(page: Page, session: CDPSession, path: string): Promise<string[]> {
  await session.send("Page.setFontSizes", { fontSizes: { standard: LARGE_TEXT } });
  const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
  const wrong = size === `${LARGE_TEXT}px` ? [] : [`${path} has text of ${size}`];
  for (const width of LARGE_TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const found = await spillOf(page);
    wrong.push(...found.map((what) => `${path} with large text at ${width} px: ${what}`));
  }
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  return wrong;
}

/** The API's names of states, for which the UI has its own words. They may appear only in code. */
const OTHER_WORDS =
  /\b(?:Authorization (?:Approved|Captured|Reversed|Declined|Expired|Partially)|Partially (?:Captured|Reversed|Refunded)|Reversed|Webhook (?:Pending|Failed|Delivered|Retry Exhausted)|Retry exhausted|Code (?:Active|Used|Locked)|PendingApproval)\b/;

async function strangeWordsOf(page: Page, path: string): Promise<string[]> {
  const text = await page.locator("body").evaluate((body) => {
    const copy = body.cloneNode(true) as HTMLElement;
    for (const code of copy.querySelectorAll("code, pre, script, style, details")) code.remove();
    return copy.textContent ?? "";
  });
  const found = OTHER_WORDS.exec(text);
  return found ? [`${path} says “${found[0]}”`] : [];
}

test.describe.configure({ mode: "parallel" });

test("every page of the app is in the walk", () => {
  const walked = Object.values(PAGES).flatMap((pages) => Object.keys(pages));
  expect(foldersOfPages().sort()).toEqual(walked.sort());
});

let made: Promise<LongContent> | undefined;

for (const who of ["anybody", "wallet", "tenant", "network"] as const) {
  test(`each page is accessible, fits any width and large text, and moves nothing as it arrives: ${who}`, async ({
    page,
  }) => {
    test.slow();
    made ??= createLongContent();
    const content = await made;
    if (who !== "anybody") await signInAs(page, content.logins[who], homeOf(who, content));
    await page.addInitScript(recordShifts);
    const session = await page.context().newCDPSession(page);
    const wrong: string[] = [];
    for (const path of Object.values(PAGES[who]).flatMap((addresses) => addresses(content))) {
      wrong.push(...(await shiftsOf(page, session, path)), ...(await spillsOf(page, path)));
      wrong.push(...(await spillsOfLargeText(page, session, path)));
      await expectGood(page, path);
      if (who !== "anybody") wrong.push(...(await strangeWordsOf(page, path)));
    }
    expect(wrong).toEqual([]);
  });
}
