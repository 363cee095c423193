import { randomBytes } from "node:crypto";
import { after, before } from "node:test";
import pg from "pg";
import { forgetAnnouncements } from "@/server/db/announce";
import { closePool } from "@/server/db/pool";

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run the tests with npm test`);
  return value;
}

async function runAsAdmin(statement: string): Promise<void> {
  const url = requireSetting("TEST_DATABASE_ADMIN_URL");
  const { hostname } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost")
    throw new Error("tests use a database on this machine only");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Gives the calling test file a database of its own, cloned from the migrated template, for as long as it runs. */
export function withTestDatabase({ isEmpty = false } = {}): void {
  const name = `test_${randomBytes(8).toString("hex")}`;
  before(async () => {
    const template = isEmpty ? "template0" : requireSetting("TEST_DATABASE_TEMPLATE");
    // Files as they are: row by row, through the log that repairs a crash, PostgreSQL works five times as long.
    await runAsAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    const url = new URL(requireSetting("TEST_DATABASE_ADMIN_URL"));
    url.pathname = `/${name}`;
    process.env.DATABASE_URL = url.href;
  });
  after(async () => {
    forgetAnnouncements();
    await closePool();
    await runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  });
}
