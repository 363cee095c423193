import type { APIRequestContext, Page } from "@playwright/test";
import { makeSearch } from "@/components/shared/docs/search-docs";
import type { OpenApiDocument } from "@/server/contracts/rest/openapi";
import { byDepth } from "@/server/testing/depth";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createShop, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

/** One page of each kind, but not the longest: axe takes seconds per thousand elements. */
const SHOWN = byDepth({
  nightly: ["/docs", "/docs/errors", "/docs/api", "/docs/api/payment-codes-at-the-merchant"],
  change: ["/docs/errors", "/docs/api/payment-codes-at-the-merchant"],
});

const PHONE = 390;

test("the docs are accessible and fit, light on a desktop and dark on a phone", async ({ page }) => {
  test.slow();
  for (const path of SHOWN) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await openAll(page);
    await expectGood(page, path);
  }
});

async function openAll(page: Page): Promise<void> {
  await page.locator("main details").evaluateAll((all) => {
    for (const details of all) details.setAttribute("open", "");
  });
}

/** The ids on a page of the docs, and its links within the docs, with fragments. */
async function readPage(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, "");
  const all = (expression: RegExp) => [...html.matchAll(expression)].map(([, text = ""]) => text);
  return {
    ids: all(/<[^>]* id="([^"]+)"/g),
    links: all(/<a\b[^>]* href="([^"]+)"/g).filter((href) => href.startsWith("/docs") || href.startsWith("#")),
  };
}

test("every link of the docs leads somewhere", async ({ request, baseURL }) => {
  const anchors = new Map<string, ReadonlySet<string>>();
  const wanted = new Set<string>();
  const waiting = ["/docs", "/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (anchors.has(path)) continue;
    const { ids, links } = await readPage(request, path);
    expect(new Set(ids).size, `ids of ${path}`).toBe(ids.length);
    anchors.set(path, new Set(ids));
    for (const link of links) {
      const { pathname, hash } = new URL(link, new URL(path, baseURL));
      if (hash) wanted.add(`${pathname}${hash}`);
      waiting.push(pathname);
    }
  }
  expect(anchors.size).toBeGreaterThan(20);
  expect(wanted.size).toBeGreaterThan(100);
  for (const link of wanted) {
    const [path = "", id = ""] = link.split("#");
    expect(anchors.get(path)?.has(decodeURIComponent(id)), link).toBe(true);
  }
});

test("the docs fit a phone, and ask no other host for anything", async ({ page, request, baseURL }) => {
  test.slow();
  const strangers: string[] = [];
  const refused: string[] = [];
  page.on("request", (asked) => {
    if (!asked.url().startsWith(baseURL ?? "")) strangers.push(asked.url());
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await page.setViewportSize({ width: PHONE, height: 800 });
  const { links } = await readPage(request, "/docs");
  const pages = [...new Set(links.map((link) => link.split("#")[0] ?? "").filter((path) => path !== ""))];
  expect(pages.length).toBeGreaterThan(15);
  for (const path of byDepth({ nightly: pages, change: pages.filter((_, index) => index % 5 === 0) })) {
    await page.goto(path);
    await openAll(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE);
  }
  expect(strangers).toEqual([]);
  expect(refused).toEqual([]);
});

test("the reference has every operation, every event and every field of a body", async ({ page, request }) => {
  // The events of both are described once.
  const found = new Set<string>();
  for (const address of ["/openapi/v1.json", "/openapi/merchant-v1.json"]) {
    const { paths, webhooks = {} } = (await (await request.get(address)).json()) as OpenApiDocument;
    const tags = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)));
    for (const tag of tags) {
      const { ids } = await readPage(request, `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`);
      for (const id of ids) found.add(id);
    }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { operationId } of operations) expect(found, operationId).toContain(operationId);
    for (const type of Object.keys(webhooks)) expect(found, type).toContain(type);
  }
  await page.goto("/docs/api/transactions");
  const sale = page.getByRole("region", { name: "Sell", exact: true });
  await sale.getByText("Fields of paymentMethod").click();
  await expect(sale.getByText('Or: type is "paymentCode"')).toBeVisible();
  await expect(sale.getByText("7 characters, Crockford base32.")).toBeVisible();
  await sale.getByText("Errors", { exact: true }).click();
  await expect(sale.getByText("invalid_reference", { exact: true })).toBeVisible();
});

test("the docs are searched, on a phone and by keyboard", { tag: "@journey" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: PHONE, height: 800 });
  await page.goto("/docs");
  await page.waitForLoadState("networkidle");
  // The search index loads only on use.
  expect(asked).not.toContain("/docs/search.json");
  const dialog = page.getByRole("dialog", { name: "Search the docs" });
  await page.getByRole("button", { name: "Search the docs" }).click();
  await page.keyboard.type("payment_code_not_usable");
  await expect(dialog.getByRole("option", { selected: true })).toContainText("payment_code_not_usable");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/errors#error-codes");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("void or");
  await expect(dialog.getByRole("option", { selected: true })).toBeVisible();
  await expectAccessible(page, "search of the docs");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/api\/[a-z-]+#\w+$/);
  await expect(page.getByRole("heading", { name: "Void or refund" })).toBeInViewport();
});

/** Queries of integrators, with the target of the first result. */
const QUERIES: Readonly<Record<string, string>> = {
  payout: "/docs/settlement#a-day",
  reconciliation: "/docs/reconciliation",
  "list transactions": "/docs/reconciliation#list-what-happened",
  pagination: "/docs/reading-back#pagination",
  balance: "/docs/money#balances",
  "go live": "/docs/go-live",
  "hold expires": "/docs#authorize",
  "partial capture": "/docs#capture",
  "webhook signature": "/docs/webhooks#verify",
  "rotate secret": "/docs/webhooks#rotate-the-secret",
  "test cards": "/docs/sandbox#cards",
  "65": "/docs/errors#declines",
  "too early": "/docs/recurring#charge",
  currencies: "/docs/money#amounts",
  "retry schedule": "/docs/webhooks#retries",
  "sandbox clock": "/docs/sandbox#test-what-takes-time",
  // Typos.
  reconcilation: "/docs/reconciliation",
  "webhok signature": "/docs/webhooks#verify",
};

test("a search in the docs finds the part that answers it first", async ({ request }) => {
  const search = makeSearch(await (await request.get("/docs/search.json")).json());
  const first = Object.keys(QUERIES).map((typed) => [typed, search(typed)[0]?.to]);
  expect(Object.fromEntries(first)).toEqual(QUERIES);
});

test("text typed before the search has loaded is in its field when it opens, and only then", async ({ page }) => {
  let letLoad = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    letLoad = resolve;
  });
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // Suppress preloading, which a slow machine would otherwise have time for.
    window.setTimeout = ((run: TimerHandler, ms = 0) => (ms >= 1_000 ? 0 : setTimeout(run, ms))) as typeof setTimeout;
  });
  await page.goto("/docs");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: "Search the docs" }).filter({ visible: true })).toBeEnabled();
  await page.route("**/*.js", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("voix");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("d or");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  letLoad();
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect(field).toHaveValue("void or");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toHaveValue("");
});

test("on a phone the menu opens, leads on and closes, by keyboard alone", async ({ page }) => {
  await page.setViewportSize({ width: PHONE, height: 800 });
  await page.goto("/docs");
  const menu = page.locator("summary", { hasText: "Quick start" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const idempotency = page.getByRole("navigation", { name: "Docs" }).getByRole("link", { name: "Idempotency" });
  await idempotency.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Idempotency" })).toBeVisible();
  await expect(idempotency).toBeHidden();
  await page.getByRole("link", { name: /^Next/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Errors and declines" })).toBeVisible();
});

test("a request is read in the language that was chosen, and tried from the page", { tag: "@journey" }, async ({
  page,
}) => {
  await page.goto("/docs/api/authorizations");
  const authorize = page.getByRole("region", { name: "Authorize a card" });
  await expect(authorize.getByText("curl -s")).toBeVisible();
  await expect(authorize.getByRole("radio", { name: "curl" })).toBeEnabled();
  await authorize.getByRole("radio", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(authorize.getByText("loop.createAuthorization(")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(authorize.getByText("loop.create_authorization(")).toBeVisible();
  await page.goto("/docs");
  await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
  await page.goto("/docs/api/authorizations");
  await authorize.getByRole("button", { name: "Try it" }).click();
  const form = page.getByRole("form", { name: "Try it: Authorize a card" });
  await form.getByLabel("Body").fill('{"panToken":"TESTcardDecline51","amount":3}');
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByText("Answer: 200")).toBeVisible();
  await expect(form.getByText('"reasonCode": "51"')).toBeVisible();
  await expect(form.getByText("POST /v1/authorizations")).toBeVisible();
  await expectAccessible(page, "Try it");
  await form.getByLabel("X-API-Key").fill("pk_test_mine");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByText("Answer: 403")).toBeVisible();
  await page.getByRole("button", { name: "Try it: List authorizations" }).click();
  const other = page.getByRole("form", { name: "Try it: List authorizations" });
  await expect(other.getByLabel("X-API-Key")).toHaveValue("pk_test_mine");
});

test("who is signed in puts a key of their own sandbox into the examples, by keyboard, and forgets it", async ({
  page,
}) => {
  const shop = await createShop();
  const use = page.getByRole("button", { name: "Use my own sandbox key" });
  await page.goto("/docs/api/authorizations");
  await expect(page.getByRole("radio", { name: "curl" }).first()).toBeEnabled();
  await expect(use).toHaveCount(0);
  await signInAs(page, shop, "/docs/api/transactions");
  await expect(page.getByRole("link", { name: "Console" })).toHaveAttribute("href", `/t/${shop.slug}/test`);
  await expect(use).toBeEnabled();
  await use.focus();
  await page.keyboard.press("Enter");
  const forget = page.getByRole("button", { name: "Forget it" });
  await expect(forget).toBeFocused();
  const sell = page.getByRole("region", { name: "Sell", exact: true });
  await expect(sell.getByText("X-Merchant: ")).toBeVisible();
  await expect(sell.getByText("mk_test_closedloop")).toHaveCount(0);
  await page.getByRole("button", { name: "Try it: Sell", exact: true }).click();
  const form = page.getByRole("form", { name: "Try it: Sell", exact: true });
  await expect(form.getByLabel("X-API-Key")).toHaveValue(/^pk_test_/);
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByText("Answer: 200")).toBeVisible();
  await expectAccessible(page, "own key");
  await page.goto("/docs/api/authorizations");
  const authorize = page.getByRole("region", { name: "Authorize a card" });
  await expect(authorize.getByText(/X-API-Key: pk_test_/)).toBeVisible();
  await expect(authorize.getByText("pk_test_closedloop_sandbox")).toHaveCount(0);
  await page.goto(`/t/${shop.slug}/test/keys`);
  await expect(page.getByText("Docs", { exact: true }).first()).toBeVisible();
  await page.goto("/docs/api/authorizations");
  await forget.click();
  await expect(use).toBeVisible();
  await expect(authorize.getByText(/pk_test_closedloop_sandbox/)).toBeVisible();
  await page.goto(`/t/${shop.slug}/test/keys`);
  await expect(page.getByText("Revoked keys (1)")).toBeVisible();
  await page.goto("/docs/api/authorizations");
  await use.click();
  await expect(forget).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/docs/api/authorizations");
  await expect(authorize.getByText(/pk_test_closedloop_sandbox/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("docs.own-key"))).toBeNull();
});

test("the status page says what readyz says", async ({ page }) => {
  await page.goto("/status");
  await expect(page.getByText("Payments are working")).toBeVisible();
  await page.route("**/readyz", (route) =>
    route.fulfill({ status: 503, json: { status: "not_ready", reason: "database_unavailable" } }),
  );
  await page.reload();
  await expect(page.getByText("Payments aren’t working right now")).toBeVisible();
  await expect(page.getByText("database unavailable")).toBeVisible();
});
