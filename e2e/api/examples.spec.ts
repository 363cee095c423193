import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { closedLoop } from "@closed-loop/sdk";
import { findFreePort } from "../fixtures/app-process";
import { createShop } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

const PACKAGES = ["next", "react", "react-dom", "typescript", "@types/react", "@types/node"];

/** The example by itself, with the packages that its reader installs; the SDK is built as it is published. */
function copyShop(): string {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-shop-"));
  cpSync("examples/next-shop", folder, { recursive: true });
  for (const name of PACKAGES) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link);
  }
  execFileSync("npm", ["run", "build"], { cwd: "sdk/typescript", stdio: "ignore" });
  const sdk = join(folder, "node_modules/@closed-loop/sdk");
  for (const part of ["dist", "package.json"]) cpSync(`sdk/typescript/${part}`, join(sdk, part), { recursive: true });
  return folder;
}

test("the Next.js shop of the examples runs in Next, and sells for a code", async ({ page, baseURL }) => {
  const { memberId, merchantKey, publicKey: apiKey, secret } = await createShop();
  const office = closedLoop({ baseUrl: baseURL ?? "", apiKey, secret });
  const { code = "" } = await office.createMemberCode({ member: memberId, maxAmount: 50 });
  const port = await findFreePort();
  const folder = copyShop();
  // Turbopack follows no links out of the folder.
  const args = ["node_modules/next/dist/bin/next", "dev", "--webpack", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "development",
      CLOSED_LOOP_URL: baseURL ?? "",
      CLOSED_LOOP_MERCHANT_KEY: merchantKey,
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  try {
    const shop = `http://127.0.0.1:${port}/`;
    await expect
      .poll(
        () =>
          fetch(shop).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 90_000 },
      )
      .toBe(200);
    await page.goto(shop);
    await page.getByLabel("Your payment code").fill(code);
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByRole("status")).toHaveText(/^Thank you: order \S+ is paid\.$/);
    const { data } = await office.listCaptures({ limit: 5 });
    expect(data.map(({ amount }) => amount)).toEqual([12.5]);
  } finally {
    const ended = once(child, "exit");
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
