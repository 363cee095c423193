import { signIn } from "../fixtures/portal";
import { expect, test } from "../fixtures/test";

const TENANT = "/t/sandbox-coffee-co/test";

test("a navigation answers at once, and keeps the page where it can't be followed", async ({ page, context }) => {
  await signIn(page, "admin@tenant.test", TENANT);
  const nav = page.getByRole("navigation", { name: /^Pages of/ });
  const overview = page.getByRole("heading", { level: 1, name: "Overview" });
  await expect(overview).toBeVisible();

  // The server takes its time: what is seen meanwhile is what the browser does by itself.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/members?*", async (route) => {
    await answered;
    await route.continue();
  });
  const members = nav.getByRole("link", { name: "Members" });
  await members.click();
  await expect(members).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: "Overview" })).not.toHaveAttribute("aria-current");
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(overview).toBeHidden();
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeHidden();
  await expect(page).toHaveURL(`${TENANT}/members`);
  await page.unroute("**/members?*");

  // Without a network the band says so within two seconds, and what is on the page stays.
  await context.setOffline(true);
  const band = page.getByText("You’re offline.");
  await expect(band).toBeVisible({ timeout: 2_000 });
  await nav.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  await expect(nav).toBeVisible();
  await context.setOffline(false);
  await expect(band).toBeHidden();
  // What was asked for meanwhile comes now.
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
});
