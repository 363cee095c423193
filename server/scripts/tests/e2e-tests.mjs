import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BUILD, currentBuild } from "../build/builds.mjs";
import { bundled } from "../build/bundle.mjs";
import { installed, ROOT, runNode, Stop } from "../run.mjs";
import { exitOf, spawnApp } from "../supervise.mjs";
import { temporaryFolder } from "../temporary-folder.mjs";
import { compile } from "./compile.mjs";
import { testEnvironment } from "./server-tests.mjs";
import { readReport } from "./summary.mjs";

/** What a fixture or a test starts as a process of its own. */
export const STARTED = {
  "e2e/fixtures/new-member.ts": "e2e/fixtures/new-people-process.ts",
  "e2e/api/faults.spec.ts": "e2e/faults/main.ts",
};
const COMPILED = join(ROOT, "node_modules/.cache/closed-loop/e2e");

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
/** That of the process which answers pages: browsers that go first leave it nothing where processors are few. */
const NICENESS = 10;

/**
 * Playwright over these files, against the built app on a port and data folder of its own. `chromium`: the path of a
 * browser; null: Playwright's own.
 */
export async function runEndToEndTests(files, { chromium }) {
  await compile(Object.values(STARTED), COMPILED);
  const folder = mkdtempSync(join(temporaryFolder(), "closed-loop-e2e-"));
  // Root's database runs as another OS user, who must get through.
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
      // For the people that tests make: else each takes a quarter of a second, and so does each of their sign-ins.
      BCRYPT_MAX_COST: testEnvironment.BCRYPT_MAX_COST,
      TEST_REPORT: report,
      // For tests that start the app on data of their own, and for browsers, which may leave theirs behind.
      TMPDIR: folder,
      ...(chromium ? { PLAYWRIGHT_CHROMIUM: chromium } : {}),
    };
    const reporter = fileURLToPath(new URL("browser-report.mjs", import.meta.url));
    const args = [installed("@playwright/test/cli.js"), "test", `--reporter=${reporter}`, ...files.map(asPattern)];
    const { code } = await runNode(args, { env, isShown: true });
    return readReport(report, { runner: "Playwright", code });
  } finally {
    app.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Playwright takes regular expressions. */
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
    // The process that answers pages is the last to begin.
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
