import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { type RedactedBodies, withoutBodies } from "./bodies/redact-bodies";
import type { RequestRecord } from "./request-record";

const FLUSH_MS = 250;
/** Writes once this many wait: a few small queries a second hinder no one. */
const ENOUGH = 64;
const BATCH = 1_000;
/** Beyond it, records are dropped: requests never wait for their log. */
const MAX_WAITING = 10_000;
/** Beyond it, bodies are dropped; their records stay. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Refusals kept per rate-limited key and 250 ms: a flood must not push out the others. */
const LIMITED_OF_A_KEY = 5;
const TOO_MANY = 429;

interface Waiting {
  readonly record: RequestRecord;
  readonly bodies: RedactedBodies | null;
}

interface Log {
  isOn: boolean;
  waiting: Waiting[];
  bytes: number;
  limited: Map<string, number>;
  limitedSince: number;
  timer: NodeJS.Timeout | null;
  writing: Promise<void> | null;
  isWarned: boolean;
  /** The last write failed: the next one waits, so that an outage of the database loses a few lines and not all. */
  hasFailed: boolean;
}

const log = processSingleton<Log>("request-log", () => ({
  isOn: false,
  waiting: [],
  bytes: 0,
  limited: new Map(),
  limitedSince: 0,
  timer: null,
  writing: null,
  isWarned: false,
  hasFailed: false,
}));

/** For composition roots: starts recording. End it with `closeRequestLog`. */
export function openRequestLog(): void {
  log.isOn = true;
}

/** Costs the request no query: records are written in batches, a moment later. */
export function recordRequest(record: RequestRecord, bodies: RedactedBodies | null): void {
  if (!log.isOn) return;
  if (record.status === TOO_MANY && isOneTooMany(record.keyId)) return;
  if (log.waiting.length < MAX_WAITING) {
    const isRoom = log.bytes + lengthOf(bodies) <= MAX_WAITING_BYTES;
    log.waiting.push({ record, bodies: isRoom ? bodies : withoutBodies("busy") });
    if (isRoom) log.bytes += lengthOf(bodies);
  } else warn("more requests than the log can take");
  schedule();
}

function isOneTooMany(keyId: string): boolean {
  const at = performance.now();
  if (at - log.limitedSince >= FLUSH_MS) {
    log.limited.clear();
    log.limitedSince = at;
  }
  const refusals = (log.limited.get(keyId) ?? 0) + 1;
  log.limited.set(keyId, refusals);
  return refusals > LIMITED_OF_A_KEY;
}

export async function closeRequestLog(): Promise<void> {
  log.isOn = false;
  await flushRequestLog();
}

/** Never throws. */
export async function flushRequestLog(): Promise<void> {
  while (log.writing || log.waiting.length > 0) {
    if (!log.writing) begin();
    await log.writing;
  }
}

function schedule(): void {
  if (log.writing) return;
  if (log.waiting.length >= ENOUGH && !log.hasFailed) begin();
  // The log must not keep the process alive.
  else log.timer ??= setTimeout(() => begin(), FLUSH_MS).unref();
}

function begin(): void {
  if (log.timer) clearTimeout(log.timer);
  log.timer = null;
  log.writing = write().finally(() => {
    log.writing = null;
    if (log.waiting.length > 0) schedule();
  });
}

async function write(): Promise<void> {
  const batch = log.waiting.splice(0, BATCH);
  if (batch.length === 0) return;
  log.bytes -= batch.reduce((sum, { bodies }) => sum + lengthOf(bodies), 0);
  try {
    await query(getPool(), insertAll(batch));
    log.hasFailed = false;
    if (log.waiting.length < ENOUGH) log.isWarned = false;
  } catch (error) {
    log.hasFailed = true;
    warn(error instanceof Error ? error.message : String(error));
  }
}

function insertAll(batch: readonly Waiting[]): Sql {
  const bodies = batch.flatMap(({ record: { id, createdAt }, bodies }) =>
    bodies ? [{ id, ...bodies, createdAt }] : [],
  );
  const records = insertRows(
    "request_records",
    batch.map(({ record }) => record),
    "(SELECT 1) AS requests",
  );
  if (bodies.length === 0) return records;
  return sql`WITH bodies AS (${insertRows("request_bodies", bodies, "(SELECT 1) AS requests")}) ${records}`;
}

function lengthOf(bodies: RedactedBodies | null): number {
  return (bodies?.requestBody?.length ?? 0) + (bodies?.responseBody?.length ?? 0);
}

/** Once per outage, so that it doesn't flood the log. */
function warn(reason: string): void {
  if (!log.isWarned) getLogger().warn({ reason }, "request log not written: requests are served without it");
  log.isWarned = true;
}
