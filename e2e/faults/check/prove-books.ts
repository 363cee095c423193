import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Proof {
  readonly checks: number;
  readonly problems: readonly string[];
}

export async function proveBooks(databaseUrl: string): Promise<Proof> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const program = resolve(".next/current/closed-loop/prove-books.mjs");
  const { stdout } = await run(process.execPath, [program], { env }).catch((failure: { readonly stdout?: string }) => ({
    stdout: failure.stdout ?? "",
  }));
  const lines = stdout.split("\n");
  const isProved = lines.includes("The books balance.");
  const checks = lines.filter((line) => line.startsWith("ok ")).length;
  return { checks, problems: isProved ? [] : [`books: ${stdout || "they could not be read"}`] };
}
