import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, waitUntilReady } from "../fixtures/app-process";
import { databaseUrl, serverKey } from "../fixtures/next-host";
import { type OtherBuild, withOtherBuild } from "../fixtures/other-build";
import { expect, test } from "../fixtures/test";

/** Distributes requests round-robin, like a load balancer during a deployment. */
async function startBalancer(ports: readonly number[]) {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    turn += 1;
    const sent = request({ port: ports[turn % ports.length], method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { address: `http://localhost:${port}`, stop: () => server.close().closeAllConnections() };
}

async function startApp({ folder, build }: OtherBuild, settings: Readonly<Record<string, string>>) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(folder, build, "closed-loop/main.mjs")], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      PORT: String(port),
      ROLE: "payments,pages",
      WORKERS: "1",
      DATABASE_URL: databaseUrl(),
      HMAC_KEY: serverKey(),
      SEND_PAUSED: "1",
      DRAIN_DELAY_SECONDS: "0",
      CLOSED_LOOP_BUILD: build,
      ...settings,
    },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await waitUntilReady(`http://127.0.0.1:${port}`);
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const here = (): OtherBuild => ({ folder: process.cwd(), build: join(".next", readlinkSync(".next/current")) });

test("no page is dead during a change of builds at one address", async ({ browser }) => {
  test.slow();
  const shared = mkdtempSync(join(tmpdir(), "closed-loop-static-"));
  await withOtherBuild(async (other) => {
    const balancer = { address: "", stop: () => undefined as unknown };
    const publicPort = await findFreePort();
    const settings = { STATIC_FOLDER: shared, PUBLIC_URL: `http://localhost:${publicPort}` };
    const apps = await Promise.all([startApp(here(), settings), startApp(other, settings)]);
    try {
      Object.assign(balancer, await startBalancer(apps.map(({ port }) => port)));
      await expect.poll(() => readdirSync(shared).length).toBe(2);
      for (let visit = 0; visit < 4; visit += 1) {
        const context = await browser.newContext({ baseURL: balancer.address });
        const page = await context.newPage();
        const gone: string[] = [];
        page.on("response", (response) => {
          if (response.status() >= 400 && response.url().includes("/_next/")) gone.push(response.url());
        });
        await page.goto("/sign-in");
        await page.getByRole("button", { name: "bob@member.test" }).click();
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.waitForURL("**/wallet");
        await page.getByRole("link", { name: "Activity" }).first().click();
        await page.waitForURL("**/wallet/activity");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(gone).toEqual([]);
        await context.close();
      }
    } finally {
      balancer.stop();
      await Promise.all(apps.map((app) => app.stop()));
      rmSync(shared, { recursive: true, force: true });
    }
  });
});

test("a page without its build is reloaded once, and says so where that does not help", async ({ page }) => {
  let refusals = 1;
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    if (refusals === 0) return route.continue();
    // The page's first script, and the HEAD request that the page sends to check it.
    if (route.request().method() === "HEAD") refusals -= 1;
    return route.fulfill({ status: 404, body: "gone" });
  });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "bob@member.test" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("bob@member.test");
  expect(loads).toBe(2);

  refusals = Number.POSITIVE_INFINITY;
  await page.goto("/sign-in");
  await expect(page.getByRole("alert")).toContainText("another version of the service");
});
