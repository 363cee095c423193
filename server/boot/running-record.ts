import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/server/db/embedded";
import { readStartTime } from "@/server/db/embedded/processes";

/** The process that runs the embedded database: `running.json` in the data folder. */
export type RunningRecord = Readonly<{
  pid: number;
  startTime: string | null;
  host: string;
  port: number;
  address: string;
}>;

const MAX_TRIES = 5;
const SETTLE_MS = 50;

function fileIn(dataFolder: string): string {
  return join(dataFolder, "running.json");
}

/** The app running on this folder. Null after a crash, since the record's process is gone. */
export function findRunning(dataFolder: string): RunningRecord | null {
  const record = read(fileIn(dataFolder));
  if (!record || record.startTime === null) return null;
  return readStartTime(record.pid) === record.startTime ? record : null;
}

/** Claims the data folder for this process. Throws with the address of the app that has it. */
export async function claimDataFolder(
  dataFolder: string,
  listening: { host: string; port: number; address: string },
): Promise<() => void> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  const file = fileIn(dataFolder);
  const mine: RunningRecord = { pid: process.pid, startTime: readStartTime(process.pid), ...listening };
  for (let round = 0; round < MAX_TRIES; round += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: "wx", mode: 0o644 });
      // Two starts may both have found the same stale record; the one whose record remains has won.
      await sleep(SETTLE_MS);
      if (read(file)?.pid === process.pid) return () => release(file);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw cannotWrite(dataFolder);
    }
    const running = findRunning(dataFolder);
    if (running) throw new StartError(`Closed Loop is already running at ${running.address} (process ${running.pid}).`);
    rmSync(file, { force: true });
  }
  throw cannotWrite(dataFolder);
}

function release(file: string): void {
  if (read(file)?.pid === process.pid) rmSync(file, { force: true });
}

function read(file: string): RunningRecord | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function cannotWrite(dataFolder: string): StartError {
  return new StartError(`${dataFolder} can't be written: it belongs to the user who started Closed Loop here before.`);
}
