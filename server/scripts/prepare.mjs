/** Installs, generates, and builds what is missing or stale. `isInstalled` skips the packages, as does NODE_ENV=production. */
import process from "node:process";
import { build } from "./build/build.mjs";
import { generateClient } from "./build/generate-client.mjs";
import { install } from "./install.mjs";
import { Stop } from "./run.mjs";
import { inTurn } from "./turn.mjs";

export async function prepare({ isBuilt = true, isInstalled = false } = {}) {
  checkMachine();
  const isProduction = process.env.NODE_ENV === "production";
  // A build runs without development packages.
  if (isProduction && isBuilt && !build.isDue()) return;
  const steps = [...(isInstalled ? [] : [install]), generateClient, ...(isBuilt ? [build] : [])];
  if (!steps.some((step) => step.isDue())) return;
  if (isProduction && !isInstalled && install.isDue()) {
    throw new Stop(
      "The packages are not all there, and with NODE_ENV=production none is installed: run npm ci --include=dev first.",
    );
  }
  await inTurn(async () => {
    // Checked again: another process may have done it meanwhile, and an install makes later steps due.
    for (const step of steps) if (step.isDue()) await step.run();
  });
}

function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isNewEnough) {
    throw new Stop(`Closed Loop needs Node.js 20.19, 22.12 or newer; this is ${process.versions.node}.`);
  }
  if (process.platform === "win32") {
    throw new Stop("Closed Loop runs on Linux and macOS; on Windows start it inside WSL.");
  }
}
