import { getHeapSpaceStatistics } from "node:v8";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/**
 * A process that asks the database a hundred times and writes how many bytes V8 counts as old afterwards and didn't before.
 * Node runs it with `--expose-gc`, and with room enough that V8 never collects what is old.
 */

/** Bytes that a statement sends, and as many that it brings. */
const BYTES = 50_000;
const STATEMENTS = 100;

function collectYoung(): void {
  globalThis.gc?.({ type: "minor" });
}

function countOldBytes(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => name === "old_space");
  return old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

/** On its own, so that no variable holds what it brought while young objects are collected. */
async function askOnce(at: number): Promise<void> {
  await query(getPool(), sql`SELECT ${`${at} `.padEnd(BYTES, "sent ")}::text AS brought`);
}

async function ask(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await askOnce(at);
    // What survives two of them is old.
    collectYoung();
    collectYoung();
  }
}

await ask(10);
const before = countOldBytes();
await ask(STATEMENTS);
process.stdout.write(String(countOldBytes() - before));
process.exit(0);
