import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

const WAITING = ["**/webhooks-crash.spec.ts", "**/faults.spec.ts"];

/** `npm test` starts the app, and passes its URL and the Chromium to use. */
const baseURL = process.env.E2E_BASE_URL ?? "http://localhost:3000";
const executablePath = process.env.PLAYWRIGHT_CHROMIUM;

export default defineConfig({
  testDir: "e2e",
  forbidOnly: Boolean(process.env.CI),
  // Page and app wait for each other: two workers leave a processor idle a third of the time.
  workers: 5,
  projects: [
    // These tests wait for minutes, so they get a separate worker and start first.
    { name: "waiting", testMatch: WAITING },
    { name: "working", testMatch: "**/*.spec.ts", testIgnore: WAITING, workers: 4 },
  ],
  // Ends tests that hang. The longest take 20 s on an idle machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    baseURL,
    // Without it, an action that waits for a covered control ends with the test, which doesn't say where.
    actionTimeout: 60_000,
    // Only the test of the wallet's service worker allows it.
    serviceWorkers: "block",
    // A trace takes a fifth of the time. `npx playwright test --trace on` records one.
    trace: "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's sandbox doesn't work as root.
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
