import { THEME_COOKIE } from "@/components/ui/layout/theme";
import { ALL_LOOKS, expectGood } from "../fixtures/looks";
import { signIn } from "../fixtures/portal";
import { loadAndRecord, recordShifts } from "../fixtures/shifts";
import { expect, test } from "../fixtures/test";

const NOWHERE = ["/nowhere", "/nowhere/at/all", "/docs/nowhere", "/docs/api/nowhere", "/receipts/nowhere"];

test("an unknown address has a shell, a search, and ways on", async ({ page }) => {
  await page.addInitScript(recordShifts);
  for (const path of NOWHERE) {
    const { status, shifts } = await loadAndRecord(page, path);
    expect([status, shifts], path).toEqual([404, []]);
    await expect(page).toHaveTitle("Page not found · Closed Loop");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Closed Loop", exact: true })).toHaveAttribute("href", "/");
    await expectGood(page, path, ALL_LOOKS);
    await page.getByRole("button", { name: "Search the docs" }).click();
    await page.keyboard.type("payment_code_not_usable");
    await expect(page.getByRole("option").first()).toContainText("payment_code_not_usable");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/errors#error-codes");
  }
});

test("a missing page is there without scripts, in the chosen theme", { tag: "@journey" }, async ({ openPage }) => {
  const page = await openPage({
    javaScriptEnabled: false,
    colorScheme: "light",
    viewport: { width: 390, height: 844 },
  });
  await page.context().addCookies([{ name: THEME_COOKIE, value: "dark", url: test.info().project.use.baseURL ?? "" }]);
  for (const path of NOWHERE) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page).toHaveTitle("Page not found · Closed Loop");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Closed Loop", exact: true })).toBeVisible();
    const background = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(background, path).toBe("rgb(15, 16, 18)");
  }
});

test("in the portal too", async ({ page }) => {
  await signIn(page, "admin@tenant.test", "/t/sandbox-coffee-co/test/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Search or jump to" }).filter({ visible: true })).toBeEnabled();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the sitemap names every public page by this service's address, and robots the sitemap", async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).toContain("Disallow: /receipts/");
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
  expect(urls).toContain(`${baseURL}/docs/api/webhooks`);
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls) {
    expect(url.startsWith(`${baseURL}/`)).toBe(true);
    expect((await request.get(url)).status(), url).toBe(200);
  }
});

test("language models and robots get the docs as text: an index, one file, and each page as Markdown", async ({
  request,
  baseURL,
}) => {
  const index = await (await request.get("/llms.txt")).text();
  const links = [...index.matchAll(/^- \[(.+)\]\((.+\.md)\): /gm)].map(([, title = "", url = ""]) => ({ title, url }));
  expect(links.length).toBeGreaterThan(20);
  const whole = await (await request.get("/llms-full.txt")).text();
  for (const { title, url } of links) {
    expect(url.startsWith(`${baseURL}/docs`)).toBe(true);
    const response = await request.get(url);
    expect([response.status(), response.headers()["content-type"]], url).toEqual([200, "text/markdown; charset=utf-8"]);
    const text = await response.text();
    expect(text.startsWith(`# ${title}\n`), url).toBe(true);
    expect(whole).toContain(text);
    expect(text.replace(/^```[\s\S]*?^```/gm, ""), url).not.toMatch(/undefined|\[object|\bNaN\b/);
    expect((text.match(/^```/gm) ?? []).length % 2, `fences of ${url}`).toBe(0);
  }
  expect(whole).toContain("| Attempt | Wait |\n| --- | --- |\n| 1 | None |");
  expect(whole).toContain(`[receiver](${baseURL}/docs/receivers)`);
  expect((await request.get("/docs/nowhere.md")).status()).toBe(404);
  // No SECURITY_CONTACT is configured.
  expect((await request.get("/.well-known/security.txt")).status()).toBe(404);
});

test("a link to a public page is shown with a picture and words", async ({ page, request, baseURL }) => {
  for (const [path, title] of [
    ["/", "Closed Loop"],
    ["/docs/webhooks", "Webhooks"],
  ] as const) {
    await page.goto(path);
    const meta = async (name: string) =>
      (await page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute("content")) ?? "";
    expect(await meta("og:title")).toContain(title);
    expect((await meta("og:description")).length).toBeGreaterThan(40);
    expect(await meta("twitter:card")).toBe("summary_large_image");
    expect([await meta("og:image:width"), await meta("og:image:height")]).toEqual(["1200", "630"]);
    const image = await meta("og:image");
    expect(image.startsWith(`${baseURL}/`)).toBe(true);
    const response = await request.get(image);
    expect(response.headers()["content-type"]).toBe("image/png");
  }
});

test("on paper the docs are text: no menus, no buttons, code whole, and links with their addresses", async ({
  page,
}) => {
  await page.goto("/docs/webhooks");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Verify" })).toBeVisible();
  const { spilling, background, after } = await page.evaluate(() => ({
    spilling: [...document.querySelectorAll("pre")].filter((pre) => pre.scrollWidth > pre.clientWidth + 1).length,
    background: getComputedStyle(document.body).backgroundColor,
    after: getComputedStyle(document.querySelector('main p a[href^="/docs"]') ?? document.body, "::after").content,
  }));
  expect(spilling).toBe(0);
  expect(background).toBe("rgb(255, 255, 255)");
  expect(after).toContain("/docs");
});
