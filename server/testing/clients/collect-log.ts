import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { compiledProgram } from "@/server/testing/compiled-program";
import type { RawRequest } from "./raw-request";

export interface CollectedLog {
  readonly log: string;
  readonly replies: readonly { readonly status: number; readonly text: string; readonly requestId: string }[];
}

export async function collectLog(requests: readonly RawRequest[], logLevel: string): Promise<CollectedLog> {
  const runner = compiledProgram("server/testing/clients/request-runner.ts");
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [runner], { env: { ...env, LOG_LEVEL: logLevel } });
  child.stdin.end(JSON.stringify(requests));
  const [log, output, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`the process ended with ${code}: ${log}`);
  return { log, replies: JSON.parse(output) as CollectedLog["replies"] };
}
