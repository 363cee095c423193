/**
 * A migrated throwaway cluster for scripts. Prints its address as one line of JSON and ends with its stdin, so also when the
 * calling script is killed. `TEST_DATABASE_URL`, for a user who may create databases, uses another PostgreSQL, to test other
 * versions.
 */
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { runProgram } from "./run-program";

const TEMPLATE = "closed_loop_template";

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

function startOwn(): Promise<Cluster> {
  const dataFolder = mkdtempSync(join(process.env.THROWAWAY_FOLDER ?? tmpdir(), "closed-loop-throwaway-"));
  // Root's cluster runs as another OS user, who must be able to enter.
  chmodSync(dataFolder, 0o711);
  return startEmbeddedDatabase({ dataFolder, databaseName: TEMPLATE, isDurable: false });
}

async function prepareGiven(adminUrl: string): Promise<Cluster> {
  const run = async (...queries: readonly string[]) => {
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    for (const query of queries) await client.query(query);
    await client.end();
  };
  const drop = `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`;
  await run(drop, `CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  return { url: url.href, stop: () => run(drop) };
}

// Ctrl-C or a hang-up also ends the script that holds our stdin, once its tests have stopped.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

await runProgram(async () => {
  const inputEnded = new Promise<void>((resolve) => {
    process.stdin.on("end", resolve).on("error", resolve).resume();
    process.once("SIGTERM", resolve);
  });
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? await prepareGiven(given) : await startOwn();
  try {
    await migrate(database.url);
    const adminUrl = new URL(database.url);
    adminUrl.pathname = "/postgres";
    process.stdout.write(`${JSON.stringify({ url: database.url, adminUrl: adminUrl.href, template: TEMPLATE })}\n`);
    await inputEnded;
  } finally {
    await database.stop();
  }
  return 0;
});
process.exit();
