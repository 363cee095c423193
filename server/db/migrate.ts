import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { StartError } from "./embedded";
import { listMigrations, readMigrations } from "./migrations";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Ours alone: `prisma migrate deploy`, which runs while we hold it, takes a lock with another number. */
const LOCK_KEY = 7_240_631_105;

const CONNECT_TIMEOUT_MS = 10_000;

type Outcome = "migrated" | "up to date";

/**
 * Brings the database to the migrations of this checkout. Reads first: a start that has nothing to do takes no lock and
 * runs no Prisma. Of several processes that start at once one migrates and the others wait.
 */
export async function migrate(databaseUrl: string): Promise<Outcome> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect().catch((error: Error) => {
    throw new StartError(`The database that DATABASE_URL names can't be opened: ${reasonOf(error)}.`);
  });
  try {
    if (await isUpToDate(client)) return "up to date";
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    if (await isUpToDate(client)) return "up to date";
    await runPrisma(databaseUrl);
    return "migrated";
  } finally {
    await client.end();
  }
}

async function isUpToDate(client: pg.Client): Promise<boolean> {
  const { applied, stopped } = await readMigrations(client);
  if (stopped !== null) {
    throw new StartError(
      `Migration ${stopped} stopped half-way: repair the database, then tell Prisma with "npx prisma migrate resolve".`,
    );
  }
  return listMigrations(ROOT).every((name) => applied.has(name));
}

function runPrisma(databaseUrl: string): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("prisma/package.json")), "build", "index.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, "migrate", "deploy"], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        // The engine is a script that asks for `node`: it gets this very one.
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        NO_COLOR: "1",
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve();
      reject(new StartError(`The migrations could not be applied: ${summarise(complaint)}`));
    });
  });
}

/** Prisma's own words without the engine's trace. */
function summarise(complaint: string): string {
  const [, reason = complaint] = complaint.split("Error: ", 2);
  const [summary = reason] = reason.split(/\n\s+0: /, 1);
  return summary.split("\n").filter(Boolean).join(" ").trim();
}

/** Never the URL: it holds a password. */
function reasonOf(error: Error): string {
  return error.message || ("code" in error ? String(error.code) : error.name);
}
