import { StartError } from "@/server/db/embedded";
import { SettingError } from "@/server/platform/env";

/** Runs a program to its end. It exits with what `main` returns, or with 1 and the reason on standard error. */
export async function runProgram(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    sayWhyItFailed(error);
    process.exitCode = 1;
  }
}

/** One sentence where the person at the keyboard can act on it; a stack for everything else. */
export function sayWhyItFailed(error: unknown): void {
  const isExpected = error instanceof SettingError || error instanceof StartError;
  const text = isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
}
