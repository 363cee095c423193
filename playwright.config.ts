import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

const WAITING = ["**/webhooks-crash.spec.ts", "**/faults.spec.ts"];

/** `npm test` starts the app, names it here, and names the Chromium to use. */
const baseURL = process.env.E2E_BASE_URL ?? "http://localhost:3000";
const executablePath = process.env.PLAYWRIGHT_CHROMIUM;

export default defineConfig({
  testDir: "e2e",
  forbidOnly: Boolean(process.env.CI),
  // A page waits for the app, and the app for a page: two of them leave a processor idle a third of the time.
  workers: 5,
  projects: [
    // Minutes, nearly all of which they wait: a worker of their own, and first, so that nobody waits for them.
    { name: "waiting", testMatch: WAITING },
    { name: "working", testMatch: "**/*.spec.ts", testIgnore: WAITING, workers: 4 },
  ],
  // Ends what hangs. The longest journeys take 20 s on a quiet machine, and machines are seldom quiet.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    baseURL,
    // The test that is about the wallet's worker lets it in.
    serviceWorkers: "block",
    // A trace costs a fifth of the time; `npx playwright test --trace on` records one.
    trace: "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's own sandbox needs an ordinary user.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
