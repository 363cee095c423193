import type { Request } from "@playwright/test";
import { createShop, signInAs } from "../fixtures/new-member";
import { waitUntilLive } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

test("a save that is not announced is followed by reads of what it touched, and by no others", async ({ page }) => {
  const shop = await createShop();
  const queried: string[] = [];
  const open = new Set<Request>();
  page.on("request", (request) => {
    const [, path] = /\/api\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    if (!path || path.startsWith("shared.live.") || request.method() !== "GET") return;
    queried.push(...decodeURIComponent(path).split(","));
    open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const untilQuiet = () => expect.poll(() => open.size).toBe(0);
  await signInAs(page, shop, `/t/${shop.slug}/test/settings`);
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Change Time zone" }).click();
  await page.getByPlaceholder("A city or a region").fill("tokyo");
  await page.keyboard.press("Enter");
  await untilQuiet();
  queried.length = 0;
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Time zone changed")).toBeVisible();
  await expect.poll(() => queried.toSorted()).toEqual(["shared.sessions.me", "tenant.tenants.get"]);
  await untilQuiet();
  expect(queried).toHaveLength(2);
});
