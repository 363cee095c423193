import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { childEnvironment, installed, runNode, Stop, say } from "../run.mjs";

// The headless shell first, because it renders the same pages with two thirds of the work.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macPaths = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
const VERSION_TIMEOUT_MS = 20_000;

/** Path of a Chromium for the end-to-end tests; null for Playwright's own. */
export async function findChromium() {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named && !existsSync(named)) throw new Stop(`PLAYWRIGHT_CHROMIUM names ${named}, which is not there.`);
  const present = named ?? findOnMachine();
  if (present) return present;
  if (await hasOwn()) return null;
  say("Downloading a Chromium for the end-to-end tests.");
  await runNode([installed("@playwright/test/cli.js"), "install", "chromium"], { isShown: true });
  if (await hasOwn()) return null;
  return installWithApt();
}

/** Runs each candidate, since some systems have a placeholder of that name. */
function findOnMachine() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macPaths];
  return candidates.find((path) => existsSync(path) && runs(path));
}

function runs(path) {
  return spawnSync(path, ["--version"], { timeout: VERSION_TIMEOUT_MS }).status === 0;
}

async function hasOwn() {
  const script = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  const { code, output } = await runNode(["-e", script]);
  return code === 0 && existsSync(output.trim());
}

function installWithApt() {
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say("Installing Chromium with apt-get.");
    const env = childEnvironment({ DEBIAN_FRONTEND: "noninteractive" });
    const run = (...args) => spawnSync("apt-get", args, { stdio: "inherit", env });
    run("update");
    for (const name of ["chromium-headless-shell", "chromium"]) {
      // Its recommendations are a hundred packages, including a print server. Pages need only the fonts.
      run("install", "-y", "--no-install-recommends", name, "fonts-liberation");
      const found = findOnMachine();
      if (found) return found;
    }
  }
  throw new Stop("The end-to-end tests need Chromium: install one, or name yours with PLAYWRIGHT_CHROMIUM.");
}
