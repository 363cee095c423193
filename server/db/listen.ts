import type pg from "pg";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { CHANNEL, type Topic } from "./announce";
import { databaseUrl, newClient } from "./client";

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];

type Listener = () => void;

interface Hub {
  readonly listeners: Map<Topic, Set<Listener>>;
  readonly listenersToAll: Set<(topics: readonly Topic[]) => void>;
  client: pg.Client | null;
  failures: number;
  retry: NodeJS.Timeout | null;
  isClosed: boolean;
}

/** One LISTEN connection per process, outside the pool. Opened by the first page that watches. */
const hub = processSingleton<Hub>("live-hub", () => ({
  listeners: new Map(),
  listenersToAll: new Set(),
  client: null,
  failures: 0,
  retry: null,
  isClosed: false,
}));

/** Calls `listener` when any process announces one of the topics. Returns a function that stops it. */
export function listenTo(topics: readonly Topic[], listener: Listener): () => void {
  for (const topic of topics) {
    const listeners = hub.listeners.get(topic) ?? new Set<Listener>();
    listeners.add(listener);
    hub.listeners.set(topic, listeners);
  }
  if (!hub.client && !hub.retry) void connect();
  return () => {
    for (const topic of topics) {
      const listeners = hub.listeners.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) hub.listeners.delete(topic);
    }
  };
}

export function listenToAll(listener: (topics: readonly Topic[]) => void): () => void {
  hub.listenersToAll.add(listener);
  if (!hub.client && !hub.retry) void connect();
  return () => hub.listenersToAll.delete(listener);
}

/** Closes the connection, and wakes streams that wait for it, for good. */
export async function closeListener(): Promise<void> {
  hub.isClosed = true;
  if (hub.retry) clearTimeout(hub.retry);
  callAll();
  await hub.client?.end().catch(() => undefined);
}

export function isListenerClosed(): boolean {
  return hub.isClosed;
}

async function connect(): Promise<void> {
  if (hub.isClosed) return;
  const client = newClient(databaseUrl("direct"), {
    application_name: "closed-loop-live",
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  hub.client = client;
  client.on("notification", ({ payload }) => deliver(payload ?? ""));
  client.on("error", () => undefined);
  client.once("end", () => reconnect(client));
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    // Notifications may have been missed while disconnected.
    if (hub.failures > 0) callAll();
    hub.failures = 0;
  } catch (error) {
    getLogger().warn({ error: error instanceof Error ? error.message : String(error) }, "live pages only poll for now");
    await client.end().catch(() => undefined);
    reconnect(client);
  }
}

function reconnect(client: pg.Client): void {
  if (hub.client !== client) return;
  hub.client = null;
  if (hub.isClosed) return;
  const waitMs = RETRY_MS[Math.min(hub.failures, RETRY_MS.length - 1)];
  hub.failures += 1;
  hub.retry = setTimeout(() => {
    hub.retry = null;
    void connect();
  }, waitMs);
  hub.retry.unref();
}

function deliver(payload: string): void {
  const topics = payload.split(" ") as Topic[];
  const called = new Set(topics.flatMap((topic) => [...(hub.listeners.get(topic) ?? [])]));
  for (const listener of called) listener();
  for (const listener of hub.listenersToAll) listener(topics);
}

function callAll(): void {
  const all = new Set([...hub.listeners.values()].flatMap((listeners) => [...listeners]));
  for (const listener of all) listener();
}
