import type pg from "pg";
import { getEnv } from "@/server/platform/env";
import { StartError } from "@/server/platform/start-error";
import { databaseUrl, newClient } from "./client";

/** Poolers choose connections by their own rules, so one look isn't conclusive. */
const LOOKS = 8;

/**
 * Throws a StartError if a pooler in transaction mode is in use but the settings don't say so: about half of all queries
 * would be prepared on one connection and run on another. Rethrows connection errors.
 */
export async function refuseForgottenPooler(): Promise<void> {
  const { DATABASE_PREPARE, DATABASE_DIRECT_URL } = getEnv();
  if (DATABASE_DIRECT_URL && (await changesConnections(DATABASE_DIRECT_URL))) {
    throw new StartError(
      "DATABASE_DIRECT_URL leads to a pooler in transaction mode: it has to name the database itself, past every pooler.",
    );
  }
  if (DATABASE_PREPARE !== "0" && (await changesConnections(databaseUrl("pooled")))) {
    throw new StartError(
      "DATABASE_URL leads to a pooler in transaction mode: set DATABASE_PREPARE=0, and DATABASE_DIRECT_URL to the database itself.",
    );
  }
}

/**
 * Whether two connections share backends, or one is moved between them. The turns below free the backends in another order than
 * they were taken in, so that a pooler that prefers the backend freed last, and one that prefers the first, both show themselves.
 */
async function changesConnections(url: string): Promise<boolean> {
  const [one, other] = [
    newClient(url, { connectionTimeoutMillis: 5_000 }),
    newClient(url, { connectionTimeoutMillis: 5_000 }),
  ];
  for (const client of [one, other]) client.on("error", () => undefined);
  try {
    await Promise.all([one.connect(), other.connect()]);
    const first = await backendOf(one);
    await other.query("BEGIN");
    for (let look = 0; look < LOOKS; look += 1) {
      if ((await backendOf(other)) === first || (await backendOf(one)) !== first) return true;
      await one.query("BEGIN");
      await other.query("COMMIT");
      await one.query("COMMIT");
      await other.query("BEGIN");
    }
    return false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}
