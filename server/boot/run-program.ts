import { closePool } from "@/server/db/pool";
import { SettingError } from "@/server/platform/env";
import { StartError } from "@/server/platform/start-error";
import { UnavailableError } from "@/server/platform/unavailable";

export async function runProgram(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    printStartError(error);
    process.exitCode = 1;
  }
}

/**
 * Like `runProgram`, for a command that uses the database, whose connections it closes. With `failed`, any error is printed as
 * a sentence starting with it, and the exit code is 2, since 1 is the command's own answer.
 */
export async function runCommand(
  main: (args: readonly string[]) => Promise<number | undefined>,
  { failed = null }: { readonly failed?: string | null } = {},
): Promise<void> {
  await runProgram(async () => {
    try {
      return (await main(process.argv.slice(2))) ?? 0;
    } catch (error) {
      if (failed === null) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      process.stderr.write(`${failed}: ${reason}\n`);
      return 2;
    } finally {
      await closePool();
    }
  });
}

/** A line to the person who runs a command. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 1;
}

export function printStartError(error: unknown): void {
  process.stderr.write(`${reasonOf(error)}\n`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingError || error instanceof StartError) return error.message;
  if (error instanceof UnavailableError) {
    const cause = error.cause instanceof Error ? error.cause.message : "";
    return `It can’t go on: ${error.message}${cause && ` (${cause})`}. Try again when that is back.`;
  }
  return error.stack ?? error.message;
}
