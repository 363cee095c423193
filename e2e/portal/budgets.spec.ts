import type { Page } from "@playwright/test";
import { signIn } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const TENANT = "/t/sandbox-coffee-co/test";

/**
 * Kilobytes of JavaScript over the wire until the page is loaded, for each kind of page and the heaviest ones. React and Next's
 * router are 116 of them on every page.
 */
const BUDGETS = [
  { email: null, pages: { "/": 123, "/bench": 140, "/docs": 127, "/sign-in": 121 } },
  { email: "alice@member.test", pages: { "/wallet": 200, "/wallet/activity": 200, "/wallet/settings": 203 } },
  {
    email: "admin@tenant.test",
    pages: {
      [TENANT]: 280,
      [`${TENANT}/authorizations`]: 250,
      [`${TENANT}/payment-codes`]: 250,
      [`${TENANT}/team`]: 250,
      [`${TENANT}/members/TESTmemberDana001`]: 250,
    },
  },
  { email: "operator@network.test", pages: { "/network": 250, "/network/engine": 250 } },
] as const;

/** Transferred bytes of a cold load, compressed and with headers. */
async function kilobytesOf(page: Page, path: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "load" });
  // Wait for scripts that other scripts load.
  await page.waitForFunction(() => document.readyState === "complete");
  await session.detach();
  return bytes / 1000;
}

for (const { email, pages } of BUDGETS) {
  test(`JavaScript stays within its budget: ${email ?? "before signing in"}`, async ({ page }) => {
    if (email) await signIn(page, email, Object.keys(pages)[0]);
    // Suppress delayed preloading, which doesn't count, even if a slow machine takes long to load.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = ((run: TimerHandler, ms = 0) => (ms >= 1_000 ? 0 : setTimeout(run, ms))) as typeof setTimeout;
    });
    const over: string[] = [];
    for (const [path, most] of Object.entries(pages)) {
      const used = await kilobytesOf(page, path);
      expect(used, `${path} has scripts`).toBeGreaterThan(50);
      if (used > most) over.push(`${path}: ${Math.round(used)} of ${most} KB`);
    }
    expect(over).toEqual([]);
  });
}
