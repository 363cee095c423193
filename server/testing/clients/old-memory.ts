import { getHeapSpaceStatistics } from "node:v8";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/**
 * Runs a hundred statements and prints the bytes by which V8's old generation grew. Needs `--expose-gc`, and enough memory that
 * V8 never collects the old generation.
 */

/** Bytes sent and received per statement. */
const BYTES = 50_000;
const STATEMENTS = 100;

function collectYoung(): void {
  globalThis.gc?.({ type: "minor" });
}

function countOldBytes(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => name === "old_space");
  return old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

/** A separate function, so that no variable keeps the result alive during collection. */
async function askOnce(at: number): Promise<void> {
  await query(getPool(), sql`SELECT ${`${at} `.padEnd(BYTES, "sent ")}::text AS brought`);
}

async function ask(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await askOnce(at);
    // Objects that survive two collections are promoted.
    collectYoung();
    collectYoung();
  }
}

await ask(10);
const before = countOldBytes();
await ask(STATEMENTS);
process.stdout.write(String(countOldBytes() - before));
process.exit(0);
