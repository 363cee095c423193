import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { childEnvironment, ROOT, Stop, typeScript } from "./run.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";

export const THROWAWAY_DATABASE = "server/boot/throwaway-database.ts";

export async function withThrowawayDatabase(work) {
  const child = spawn(process.execPath, typeScript(THROWAWAY_DATABASE), {
    cwd: ROOT,
    env: childEnvironment({ NODE_ENV: "test", THROWAWAY_FOLDER: temporaryFolder() }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    return await work(await firstLine(child));
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Stop("The throwaway database did not start.");
}
