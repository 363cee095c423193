import { randomBytes } from "node:crypto";
import { after, before } from "node:test";
import pg from "pg";
import { forgetAnnouncements } from "@/server/db/announce";
import { closeListener } from "@/server/db/listen";
import { migrate } from "@/server/db/migrate";
import { closePool } from "@/server/db/pool";

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests with npm test`);
  return value;
}

async function runAsAdmin(...statements: readonly string[]): Promise<void> {
  const url = requireSetting("TEST_DATABASE_ADMIN_URL");
  const { hostname } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost")
    throw new Error("tests use a database on this machine only");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Gives the calling test file a database of its own, cloned from the migrated template, for as long as it runs. The test owns
 * it, or with `isApp` has the rights of the app alone. With `isDurable` commits wait for the disk as far as a session can say so,
 * which the tests' server leaves out.
 */
export function withTestDatabase({ isEmpty = false, isApp = false, isDurable = false } = {}): void {
  const name = `test_${randomBytes(8).toString("hex")}`;
  before(async () => {
    const template = isEmpty ? "template0" : requireSetting("TEST_DATABASE_TEMPLATE");
    // Files as they are: row by row, through the log that repairs a crash, PostgreSQL works five times as long.
    await runAsAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    if (isDurable) await runAsAdmin(`ALTER DATABASE ${name} SET synchronous_commit = on`);
    const url = new URL(requireSetting("TEST_DATABASE_ADMIN_URL"));
    url.pathname = `/${name}`;
    if (isApp) await becomeApp(url, name);
    process.env.DATABASE_URL = url.href;
  });
  after(async () => {
    forgetAnnouncements();
    // Else it would connect again, in the middle of the next file of the process.
    await closeListener();
    await closePool();
    await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE IF EXISTS ${name}`);
  });
}

/** As a start does it with the embedded database. The role is named like the database. */
async function becomeApp(url: URL, name: string): Promise<void> {
  await runAsAdmin(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await migrate(url.href, { appRole: name });
  Object.assign(url, { username: name, password: name });
}
