import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BUILD, currentBuild } from "../build/builds.mjs";
import { bundled } from "../build/bundle.mjs";
import { installed, ROOT, runNode, Stop } from "../run.mjs";
import { exitOf, spawnApp } from "../supervise.mjs";
import { temporaryFolder } from "../temporary-folder.mjs";
import { readBrowserReport } from "./browser-report.mjs";
import { compile } from "./compile.mjs";
import { testEnvironment } from "./server-tests.mjs";
import { readReport } from "./summary.mjs";

export const STARTED = {
  "e2e/fixtures/new-member.ts": "e2e/fixtures/new-people-process.ts",
  "e2e/api/faults.spec.ts": "e2e/faults/main.ts",
};
const COMPILED = join(ROOT, "node_modules/.cache/closed-loop/e2e");

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
/** Same as the pages plane's: browsers with a higher priority would starve it on few processors. */
const NICENESS = 10;

/** With a tag, only the tests that have it. */
export async function runEndToEndTests(files, { chromium, tag }) {
  await compile(Object.values(STARTED), COMPILED);
  const folder = mkdtempSync(join(temporaryFolder(), "closed-loop-e2e-"));
  // A root-owned database runs as another OS user, who must be able to enter.
  chmodSync(folder, 0o711);
  const report = join(folder, "report.json");
  const port = await findFreePort();
  const app = spawnApp(bundled("server/main.ts"), {
    [BUILD]: currentBuild(),
    ...testEnvironment,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    // Generated into the data folder, where a second process finds it.
    HMAC_KEY: "",
    HMAC_KEYS: "",
    PORT: String(port),
    CLOSED_LOOP_DATA_DIR: join(folder, "data"),
    CLOSED_LOOP_THROWAWAY: "1",
  });
  const ended = exitOf(app);
  try {
    await waitForApp(port, ended);
    setPriority(NICENESS);
    const env = {
      E2E_BASE_URL: `http://localhost:${port}`,
      E2E_DATA_DIR: join(folder, "data"),
      E2E_PROGRAMS: COMPILED,
      // For logins created by tests: otherwise each creation and sign-in takes a quarter of a second.
      BCRYPT_MAX_COST: testEnvironment.BCRYPT_MAX_COST,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // For tests that start the app on their own data, and for browsers' leftovers.
      TMPDIR: folder,
      ...(chromium ? { PLAYWRIGHT_CHROMIUM: chromium } : {}),
    };
    const args = [
      installed("@playwright/test/cli.js"),
      "test",
      "--reporter=list,json",
      ...(tag ? ["--grep", tag] : []),
      ...files.map(asPattern),
    ];
    const { code } = await runNode(args, { env, isShown: true });
    return readReport(report, { runner: "Playwright", code, read: readBrowserReport });
  } finally {
    app.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function asPattern(file) {
  return file.slice(ROOT.length).replace(/[^\w/]/g, "\\$&");
}

async function waitForApp(port, ended) {
  let code;
  ended.then((exitCode) => {
    code = exitCode;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && code === undefined) {
    // The pages plane starts last.
    const isUp = await fetch(`http://127.0.0.1:${port}/sign-in`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(POLL_MS);
  }
  throw new Stop("The app under test did not start.");
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
