import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { NODE_FLAGS } from "@/server/scripts/node-flags.mjs";
import type { Host } from "../contestants";
import { findFreePort, firstAnswer, IDLES_IN_PEACE, ROOT, startChild, typeScript } from "./child";

export interface RunningHost {
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly startMs: number;
}

export type Hosts = Readonly<Partial<Record<Host, RunningHost>>>;

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

const PLAIN_STACK = join(ROOT, "bench/baselines/plain-stack");
const APP = join(ROOT, ".next/current/closed-loop/main.mjs");

export function startApp({ env, folder }: Place, name = "app"): Promise<RunningHost> {
  const data = join(folder, name);
  const local = { PUBLIC_URL: "http://localhost", WEBHOOK_ALLOW_LOCALHOST: "1", CLOSED_LOOP_DATA_DIR: data };
  return start(() => [...NODE_FLAGS, APP], { ...env, ...local }, join(folder, `${name}.log`), "/v1/health");
}

export function startPlainStack({ env, folder }: Place, secret: string): Promise<RunningHost> {
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const args = (port: number) => [IDLES_IN_PEACE, next, "start", PLAIN_STACK, "-p", String(port), "-H", "127.0.0.1"];
  return start(
    args,
    { ...env, PUBLIC_URL: "http://localhost", PLAIN_STACK_SECRET: secret },
    join(folder, "plain-stack.log"),
    "/v1/empty",
  );
}

export function startEmpty({ env, folder }: Place): Promise<RunningHost> {
  return start(() => typeScript("bench/baselines/empty/main.ts"), env, join(folder, "empty.log"), "/v1/empty");
}

async function start(
  args: (port: number) => readonly string[],
  env: Readonly<Record<string, string>>,
  logFile: string,
  path: string,
): Promise<RunningHost> {
  const port = await findFreePort();
  const child = startChild(args(port), { ...env, PORT: String(port) }, logFile);
  const startMs = await firstAnswer(child, `http://127.0.0.1:${port}${path}`);
  return { port, pid: child.pid ?? 0, child, startMs };
}
