import assert from "node:assert/strict";
import { test } from "node:test";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";

const PASSWORD = "closed-loop-demo";
const SLOWDOWN = 4;
const ROUNDS = 3;
/** Pages keep working for a while after they have loaded. */
const SETTLED_MS = 8_000;
/** The part of a task beyond this counts as blocking. */
const BLOCKING_MS = 50;

const PAGES = [
  { what: "docs", path: "/docs", email: null },
  { what: "landing", path: "/", email: null },
  { what: "wallet", path: "/wallet", email: "alice@member.test" },
] as const;

interface Load {
  readonly blockingMs: number;
  readonly taskMs: number;
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly kilobytes: number;
}

function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
    buffered: true,
  });
}

async function secondsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

async function load(browser: BrowserContext, url: string): Promise<Load> {
  const page = await browser.newPage();
  await page.addInitScript(watchTasks);
  const session = await browser.newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const before = await secondsOf(session);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLED_MS);
  const after = await secondsOf(session);
  const spent = (name: string) => Math.round(1_000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0)));
  const result = {
    blockingMs: await blockingOf(page),
    taskMs: spent("TaskDuration"),
    scriptMs: spent("ScriptDuration"),
    layoutMs: spent("LayoutDuration") + spent("RecalcStyleDuration"),
    kilobytes: await scriptsOf(page),
  };
  assert.equal(new URL(page.url()).pathname, new URL(url).pathname, "the page was reached");
  await page.close();
  return result;
}

function blockingOf(page: Page): Promise<number> {
  return page.evaluate((most) => {
    const { longTasks = [] } = window as { longTasks?: readonly number[] };
    return Math.round(longTasks.reduce((sum, duration) => sum + Math.max(0, duration - most), 0));
  }, BLOCKING_MS);
}

/** Decoded size of scripts, not transferred bytes. */
function scriptsOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry.name.includes(".js"));
    return Math.round(scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 1_000);
  });
}

async function signIn(browser: BrowserContext, address: string, email: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in" && url.pathname !== "/home");
  await page.close();
}

function middleOf(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => loads.map((load) => load[name]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  return {
    blockingMs: of("blockingMs"),
    taskMs: of("taskMs"),
    scriptMs: of("scriptMs"),
    layoutMs: of("layoutMs"),
    kilobytes: of("kilobytes"),
  };
}

test("main-thread work of landing and wallet, beside docs", async (t) => {
  await withDataFolder(async (folder) => {
    const app = await AppProcess.start(folder, { CLOSED_LOOP_THROWAWAY: "1" });
    const executablePath = process.env.PLAYWRIGHT_CHROMIUM;
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
    });
    try {
      const phone = { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 2 };
      const visits = await Promise.all(
        PAGES.map(async (visit) => ({ ...visit, context: await browser.newContext(phone), loads: [] as Load[] })),
      );
      for (const { context, email } of visits) if (email) await signIn(context, app.address, email);
      // The first visit warms the server and the cache, and isn't counted.
      for (const { context, path } of visits) await load(context, `${app.address}${path}`);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { context, path, loads } of visits) loads.push(await load(context, `${app.address}${path}`));
      }
      for (const { what, loads } of visits) t.diagnostic(`${what}: ${JSON.stringify(middleOf(loads))}`);
      for (const { what, loads } of visits) assert.ok(middleOf(loads).taskMs > 0, what);
    } finally {
      await browser.close();
      await app.end("SIGTERM");
    }
  });
});
