import { ALL_LOOKS, expectGood } from "../fixtures/looks";
import { expect, test } from "../fixtures/test";

test("the start page is accessible and fits, in each color on each device", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectGood(page, "start page", ALL_LOOKS);
});

test("the request on the start page works as it is printed, and can be copied", { tag: "@journey" }, async ({
  page,
  request,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const curl = await page.getByLabel("Request", { exact: true }).textContent();
  await page.getByRole("button", { name: "Copy Request" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(curl);
  const [, url] = /^curl -s (\S+)/.exec(curl ?? "") ?? [];
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
  const shown = JSON.parse((await page.getByLabel("Response", { exact: true }).textContent()) ?? "");
  expect(Object.keys(await response.json())).toEqual(Object.keys(shown));
});

test("the address of the service is its own, whatever a caller says", async ({ request, baseURL }) => {
  for (const name of ["x-forwarded-host", "x-forwarded-proto"]) {
    const html = await (await request.get("/", { headers: { [name]: "evil.example" } })).text();
    expect(html).not.toContain("evil.example");
    expect(html).toContain(`${baseURL}/v1/authorizations`);
  }
});

test("an unreadable address leads nowhere, as an unknown one does", async ({ request }) => {
  for (const path of [
    "/%ff",
    "/t/%E0%A4%A/test",
    "/t/a%00b/test",
    "/t/x/test/settlement/%00/statement",
    "/api/trpc/%ff",
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["x-content-type-options"]).toBe("nosniff");
    expect(await response.text()).toContain("Page not found");
  }
});

test("an unknown address says so", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Closed Loop" })).toHaveAttribute("href", "/");
});
