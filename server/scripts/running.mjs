import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import process from "node:process";
import { ROOT, Stop } from "./run.mjs";

/** Prevents rebuilding under a running app. The authoritative check is the claim made later in `server/main.ts`. */
export async function refuseIfRunning() {
  if (process.env.DATABASE_URL) return;
  const folder = resolve(ROOT, process.env.CLOSED_LOOP_DATA_DIR || ".data");
  let record;
  try {
    record = JSON.parse(readFileSync(join(folder, "running.json"), "utf8"));
  } catch {
    return;
  }
  if (isAlive(record.pid) && (await answers(record))) {
    throw new Stop(`Closed Loop is already running at ${record.address} (process ${record.pid}).`);
  }
}

/** After a crash another process may have the pid. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function answers({ host, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}
