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

async function runAsAdmin(...queries: readonly string[]): Promise<void> {
  const url = requireSetting("TEST_DATABASE_ADMIN_URL");
  const { hostname } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost")
    throw new Error("tests use a database on this machine only");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const query of queries) await client.query(query);
  } finally {
    await client.end();
  }
}

/**
 * Gives the test file a database of its own, cloned from the migrated template. The connection is the owner's, or, with
 * `isApp`, has only the app's rights. With `isDurable`, commits wait for the disk as far as a session can demand it; the test
 * server skips that.
 */
export function withTestDatabase({ isEmpty = false, isApp = false, isDurable = false } = {}): void {
  const name = `test_${randomBytes(8).toString("hex")}`;
  before(async () => {
    const template = isEmpty ? "template0" : requireSetting("TEST_DATABASE_TEMPLATE");
    // FILE_COPY is five times as fast as PostgreSQL's default, which copies through the write-ahead log.
    await runAsAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    if (isDurable) await runAsAdmin(`ALTER DATABASE ${name} SET synchronous_commit = on`);
    const url = new URL(requireSetting("TEST_DATABASE_ADMIN_URL"));
    url.pathname = `/${name}`;
    if (isApp) await becomeApp(url, name);
    process.env.DATABASE_URL = url.href;
  });
  after(async () => {
    forgetAnnouncements();
    // Otherwise it would reconnect during the process's next test file.
    await closeListener();
    await closePool();
    await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE IF EXISTS ${name}`);
  });
}

async function becomeApp(url: URL, name: string): Promise<void> {
  await runAsAdmin(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await migrate(url.href, { appRole: name });
  Object.assign(url, { username: name, password: name });
}
