import pg from "pg";
import { databaseUrl, newClient } from "./client";
import { translateError } from "./errors";
import { query } from "./query";
import type { Sql } from "./sql";

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;

/** A connection outside the pool: for work that must get through when the pool is full, and for LISTEN. */
export interface DedicatedConnection {
  run<Row>(query: Sql): Promise<Row[]>;
  close(): Promise<void>;
}

/** Listens to `channel` until closed or lost. `onLost` is called at most once, and never after `close`. */
export async function openDedicatedConnection(options: {
  readonly channel: string;
  readonly onNotice: () => void;
  readonly onLost: () => void;
}): Promise<DedicatedConnection> {
  const client = newClient(databaseUrl("direct"), {
    application_name: "closed-loop-engine",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  let isOpen = true;
  const lose = () => {
    if (!isOpen) return;
    isOpen = false;
    void client.end().catch(() => undefined);
    options.onLost();
  };
  client.on("error", lose);
  client.on("end", lose);
  client.on("notification", options.onNotice);
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(options.channel)}`);
  } catch (error) {
    isOpen = false;
    await client.end().catch(() => undefined);
    translateError(error);
  }
  return {
    run: (text) => query(client, text),
    close: async () => {
      isOpen = false;
      await client.end();
    },
  };
}
