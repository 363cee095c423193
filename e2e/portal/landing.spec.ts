import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1440]) {
    test(`the start page is accessible and fits: ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

test("the request on the start page works as it is printed", async ({ page, request, baseURL }) => {
  await page.goto("/");
  const curl = await page.getByLabel("Request").textContent();
  const [, url] = /^curl (\S+)/.exec(curl ?? "") ?? [];
  expect(url).toBe(`${baseURL}/v1/authorizations`);
  const headers = Object.fromEntries(
    [...(curl ?? "").matchAll(/-H ['"]([^:]+): (.*?)['"] \\/g)].map(([, name, value]) => [name, value]),
  );
  const [, data] = /-d '(.*)'/.exec(curl ?? "") ?? [];
  const response = await request.post(url ?? "", {
    headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
    data: JSON.parse(data ?? ""),
  });
  expect(response.status()).toBe(201);
});

test("an address that leads nowhere says so", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Nothing is here" })).toBeVisible();
});

test("no page asks another host for anything", async ({ page, baseURL }) => {
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "")) strangers.push(request.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(strangers).toEqual([]);
});
