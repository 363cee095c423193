import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { settle } from "@/server/contracts/rest/sandbox";
import { expectGood } from "../fixtures/looks";
import { createShop, type Shop, signInAs } from "../fixtures/new-member";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

/** Blocks are sealed every minute, and the page refetches some time after that: two minutes, and room for a busy machine. */
const SEALED_MS = 240_000;

const run = promisify(execFile);

async function check(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const { npm_config_cwd: _, ...env } = process.env;
  return run(process.execPath, ["server/scripts/command.mjs", "statement:check", ...args], {
    env: { ...env, DATABASE_URL: "postgresql://127.0.0.1:1/nowhere" },
  })
    .then(({ stdout }) => ({ code: 0, said: stdout }))
    .catch(({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
      return { code, said: stdout + stderr };
    });
}

/** Sells and settles. Returns the statement's address. */
async function settleSale(baseURL: string | undefined, shop: Shop): Promise<string> {
  await postAsMerchant(baseURL, "transactions/sale", { amount: 12.5, paymentMethod: shop.panToken }, shop);
  const settled = await postAsTenant(baseURL, "sandbox/settlements", {}, shop);
  const [batch] = settle.responses[200].schema.parse(settled).batches;
  return `/t/${shop.slug}/test/settlement/${batch?.batchId}`;
}

/** Opens a statement of a shop of its own. */
async function openStatement(page: Page, baseURL: string | undefined): Promise<Shop> {
  const shop = await createShop();
  await signInAs(page, shop, await settleSale(baseURL, shop));
  return shop;
}

const forge = (text: string) => text.replace(/"amountMinor":"(\d+)","feeMinor"/, '"amountMinor":"1$1","feeMinor"');

test(
  "a statement is proven in the browser, and its file by a command, until somebody changes it",
  { tag: "@journey" },
  async ({ page, baseURL }, testInfo) => {
    test.setTimeout(2 * SEALED_MS);
    await openStatement(page, baseURL);
    const proof = page.locator("section").filter({ has: page.getByRole("heading", { name: "Proof" }) });
    await expect(proof.getByText("The statement is proven")).toBeVisible({ timeout: SEALED_MS });
    await expect(proof.getByText("Difference $0.00").first()).toBeVisible();
    const steps = proof.getByRole("list", { name: "Steps of the proof" });
    await expect(steps.getByRole("img", { name: "Holds" })).toHaveCount(8);
    await proof.getByText("Sums, blocks, and how to check the file yourself").focus();
    await page.keyboard.press("Enter");
    await expect(
      proof.getByRole("list", { name: "Blocks that seal the statement" }).getByRole("listitem"),
    ).not.toHaveCount(0);
    await expectGood(page, "a proven statement");

    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download proof" }).filter({ visible: true }).click();
    const file = testInfo.outputPath("statement.jsonl");
    await (await downloading).saveAs(file);
    const command = (await proof.getByRole("group", { name: "Check the file" }).textContent()) ?? "";
    const keys = command.match(/--key [0-9a-f]{64}/g)?.flatMap((key) => key.split(" ")) ?? [];
    const proven = await check(file, ...keys);
    expect(proven, proven.said).toMatchObject({ code: 0 });
    expect(proven.said).toContain("Difference 0.00 USD.");
    const unnamed = await check(file);
    expect(unnamed.code).toBe(2);
    expect(unnamed.said).toContain("anyone could have signed it");
    expect((await check(file, "--key", "a".repeat(64))).code).toBe(1);

    const text = await readFile(file, "utf8");
    await writeFile(file, forge(text));
    const forged = await check(file, ...keys);
    expect(forged.code).toBe(1);
    expect(forged.said).toMatch(
      /WRONG.*[\s\S]*The books moved [\d.]+ USD, not [\d.]+ USD: off by -[\d.]+ USD\. \(authorization \d{7}, line \w{17}/,
    );
    expect((await check("no-such-file")).said).toContain("can’t be read");
  },
);

test("the proof of another statement proves nothing here", async ({ page, baseURL }) => {
  const shop = await openStatement(page, baseURL);
  const shown = page.url();
  const answer = await page.request.get(`${await settleSale(baseURL, shop)}/proof`);
  await page.route("**/settlement/*/proof", async (route) => route.fulfill({ body: await answer.text() }));
  await page.goto(shown);
  await expect(page.getByText("This proof is of another statement")).toBeVisible();
});

test("a proof changed on its way is shown to fail, line by line", async ({ page, baseURL }) => {
  await page.route("**/settlement/*/proof", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: forge(await answer.text()) });
  });
  await openStatement(page, baseURL);
  await expect(page.getByText("Something doesn’t add up")).toBeVisible();
  const steps = page.getByRole("list", { name: "Steps of the proof" });
  await expect(steps.getByRole("img", { name: "Fails" })).toHaveCount(3);
  await expect(steps.getByText(/^The books moved \$/)).toBeVisible();
  await expectGood(page, "a statement that fails");
});
