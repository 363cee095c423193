import type { Page } from "@playwright/test";
import { createLongContent, type LongContent } from "../fixtures/long-content";
import { signInAs } from "../fixtures/new-member";
import { homeOf, PAGES } from "../fixtures/pages";
import { expect, test } from "../fixtures/test";

/** A phone that was never here, which has nothing kept, and a desktop that was, which has all of it. */
const LOADS = [
  { who: "a new phone", size: { width: 390, height: 844 }, cacheDisabled: true },
  { who: "a known desktop", size: { width: 1440, height: 900 }, cacheDisabled: false },
] as const;

/** How far what is seen moved by itself, as browsers measure it, and what moved. Kept on the page from its first moment. */
function recordShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources?: readonly { readonly node: Node | null }[];
    })[]) {
      if (!entry.hadRecentInput)
        shifts.push(`${entry.value.toFixed(4)} “${entry.sources?.[0]?.node?.textContent?.slice(0, 40) ?? ""}”`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

async function loadAndRecord(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(path, { waitUntil: "load" });
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  // The browser has nothing more to do, and two frames later all of it is drawn.
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const shifts: string[] = Reflect.get(window, "shifts");
    return shifts;
  });
}

async function shiftsOf(page: Page, path: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const { who, size, cacheDisabled } of LOADS) {
    await page.setViewportSize(size);
    await session.send("Network.setCacheDisabled", { cacheDisabled });
    let shifts = await loadAndRecord(page, path);
    // A record that came just then, of another test's, moves what is there once; a page that moves does so each time.
    for (let again = 0; again < 2 && shifts.length > 0; again += 1) shifts = await loadAndRecord(page, path);
    found.push(...shifts.map((what) => `${path} on ${who}: ${what}`));
  }
  await session.detach();
  return found;
}

test.describe.configure({ mode: "parallel" });

let made: Promise<LongContent> | undefined;

for (const who of ["anybody", "wallet", "tenant", "network"] as const) {
  test(`nothing moves by itself while a page arrives: ${who}`, async ({ page }) => {
    test.slow();
    made ??= createLongContent();
    const content = await made;
    if (who !== "anybody") await signInAs(page, content.logins[who], homeOf(who, content));
    await page.addInitScript(recordShifts);
    const moved: string[] = [];
    for (const addresses of Object.values(PAGES[who])) {
      for (const path of addresses(content)) moved.push(...(await shiftsOf(page, path)));
    }
    expect(moved).toEqual([]);
  });
}
