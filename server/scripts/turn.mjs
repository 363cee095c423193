import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, Stop, say } from "./run.mjs";

const folder = join(ROOT, ".data");
const file = join(folder, "preparing");
const BEAT_MS = 2_000;
const ABANDONED_MS = 20_000;
const POLL_MS = 250;

/**
 * Lets one command at a time install and build in a checkout. The lock file's mtime is a heartbeat, which stops when its
 * process is killed.
 */
export async function inTurn(work) {
  await take();
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

async function take() {
  let isWaiting = false;
  while (!tryTake()) {
    if (isHolderGone() || Date.now() - lastBeat() > ABANDONED_MS) rmSync(file, { force: true });
    else if (!isWaiting) say("Another command is preparing this checkout; waiting for it.");
    isWaiting = true;
    await sleep(POLL_MS);
  }
}

function tryTake() {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder);
      // A root-owned database runs as another OS user, who must be able to enter, whatever the umask.
      chmodSync(folder, 0o711);
    }
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw new Stop(`${folder} can't be written (${error.code}): start as the user this checkout belongs to.`);
  }
}

function isHolderGone() {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function lastBeat() {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Date.now();
  }
}
