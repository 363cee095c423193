import { z } from "zod";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { isEqualConstantTime, sha256Hex } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import { receiveCheckpoint } from "./runs/receive-checkpoint";

export const CHANNEL = "closed_loop_engine";

const MAX_EVENTS = 5_000;
const MAX_EVENT_BYTES = 512 * 1024;
const MAX_SKEW_MS = 60_000;

const sentEvent = z.object({
  name: z.string().min(1).max(512),
  id: z.string().min(1).optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  user: z.record(z.string(), z.unknown()).nullish(),
  ts: z.number().int().optional(),
  v: z.string().optional(),
});

const sentEvents = z.union([z.array(sentEvent).max(MAX_EVENTS), sentEvent.transform((event) => [event])]);

type SentEvent = z.output<typeof sentEvent>;

/** `POST /e/{event key}` of the event API: stores the events and notifies the engines. Also takes checkpoints. */
export async function receiveEvents(request: Request, eventKey: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/v1/checkpoint/")) return await receiveCheckpoint(request);
  const [, kind, key = ""] = pathname.split("/");
  if (kind !== "e" || request.method !== "POST") return refuse(404, "Not found");
  if (!isEqualConstantTime(sha256Hex(key), sha256Hex(eventKey))) return refuse(401, "Event key not found");
  const parsed = sentEvents.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  if (parsed.data.some(({ name }) => name.startsWith("inngest/"))) return refuse(400, "inngest/ is reserved");
  const soon = now().getTime() + MAX_SKEW_MS;
  if (parsed.data.some(({ ts = 0 }) => ts > soon)) return refuse(400, "An event of the future is not implemented here");
  const seed = request.headers.get("x-inngest-event-id-seed");
  const rows = parsed.data.map((event, i) => toRow(event, seed ? seededId(seed, i) : newRecordId(now())));
  if (rows.some(({ payload }) => Buffer.byteLength(payload) > MAX_EVENT_BYTES))
    return refuse(400, "An event is too large");
  await storeEvents(rows);
  return Response.json({ ids: rows.map(({ id }) => id), status: 200 });
}

function refuse(status: number, error: string): Response {
  return Response.json({ ids: [], status, error }, { status });
}

/** A repeated POST with the same seed gets the same event ids. */
function seededId(seed: string, index: number): string {
  return sha256Hex(`${seed}:${index}`).slice(0, 26);
}

interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly customId: string | null;
  readonly payload: string;
}

function toRow({ name, id: customId, data, user, ts = now().getTime(), v }: SentEvent, id: string): EventRow {
  const { _inngest, ...rest } = data ?? {};
  const payload = JSON.stringify({ id: customId ?? id, name, data: rest, ts, user: user ?? {}, ...(v ? { v } : {}) });
  return { id, name, customId: customId ?? null, payload };
}

async function storeEvents(rows: readonly EventRow[]): Promise<void> {
  const column = <K extends keyof EventRow>(name: K) => rows.map((row) => row[name]);
  await query(
    getPool(),
    sql`WITH stored AS (
        INSERT INTO engine_events (id, name, custom_id, payload)
        SELECT * FROM unnest(${column("id")}::text[], ${column("name")}::text[], ${column("customId")}::text[],
          ${column("payload")}::text[])
        ON CONFLICT (id) DO NOTHING
      )
      SELECT pg_notify(${CHANNEL}, '')`,
  );
}
