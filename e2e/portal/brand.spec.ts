import { byDepth } from "@/server/testing/depth";
import { ALL_LOOKS, expectGood } from "../fixtures/looks";
import { createTeam, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

const YELLOW = "#ffd400";

test("a tenant’s logo and an awkward color are on every page of its wallet, and all of it can be read", async ({
  page,
  openPage,
}) => {
  const { slug, owner, member } = await createTeam("Bean & Böhne");
  await signInAs(page, owner, `/t/${slug}/test/settings`);
  await page.getByLabel("Logo file").setInputFiles("package.json");
  await expect(page.getByText("It is no PNG, JPEG, or WebP image.")).toBeVisible();
  await page.getByLabel("Logo file").setInputFiles("public/icons/wallet-192.png");
  await expect(page.getByRole("img", { name: "Your logo" })).toBeVisible();
  await page.getByLabel("Color", { exact: true }).fill("yellow");
  await page.getByRole("button", { name: "Save color" }).click();
  await expect(page.getByText("Enter a color like #1a7f37.")).toBeVisible();
  await page.getByLabel("Color", { exact: true }).fill(YELLOW.toUpperCase());
  await expect(page.getByText("On light pages it would be hard to read")).toBeVisible();
  await page.getByRole("button", { name: "Save color" }).click();
  await expect(page.getByRole("button", { name: "Use the default" })).toBeVisible();
  await expectGood(page, "settings", ALL_LOOKS);

  const wallet = await openPage();
  const refused: string[] = [];
  wallet.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await signInAs(wallet, member);
  const accent = await wallet.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  expect(accent).toMatch(new RegExp(`light-dark\\(#\\w{6}, ${YELLOW}\\)`));
  for (const path of byDepth({
    nightly: ["/wallet", "/wallet/codes", "/wallet/agreements", "/wallet/settings"],
    change: ["/wallet", "/wallet/settings"],
  })) {
    await wallet.goto(path);
    const home = wallet.getByRole("link", { name: "Bean & Böhne" }).filter({ visible: true });
    const logo = home.locator("img");
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth), path).toBe(192);
    await expectGood(wallet, path, ALL_LOOKS);
  }
  expect(refused).toEqual([]);
  const url = (await wallet.locator("header img, aside img").first().getAttribute("src")) ?? "";
  const headers = (await wallet.request.get(url)).headers();
  expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});
