import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type LoggedRequest, listLostRequests } from "@/server/domain/queries";
import { SettingError } from "@/server/platform/env";

const BATCH = 5_000;

const Line = z.object({
  msg: z.literal("request"),
  time: z.iso.datetime(),
  requestId: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  durationMs: z.number(),
  tenantId: z.string(),
  environment: z.enum(["live", "test"]),
  merchantId: z.string().optional(),
  declineCode: z.string().optional(),
  isReplay: z.boolean().optional(),
});

interface Answered extends LoggedRequest {
  readonly line: z.infer<typeof Line>;
}

interface Asked {
  readonly files: readonly string[];
  readonly dataAt: Date;
  readonly say: (text: string) => void;
}

export async function listLost({ files, dataAt, say }: Asked): Promise<void> {
  say(
    "\nRequests that were answered with success since, and of which nothing is here. Their callers count on the answer:",
  );
  let lost = 0;
  for (const file of files) {
    for await (const batch of batchesOf(file, dataAt)) {
      for (const { line } of await listLostRequests(batch)) {
        say(`  ${describeLost(line)}`);
        lost += 1;
      }
    }
  }
  say(`${lost} in all. What was done in the portal is in no log: ask its people.`);
}

async function* batchesOf(file: string, since: Date): AsyncGenerator<Answered[]> {
  let batch: Answered[] = [];
  try {
    for await (const text of createInterface({ input: createReadStream(file) })) {
      const answered = readLine(text, since);
      if (!answered) continue;
      batch.push(answered);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) throw new SettingError(`${file} can't be read (${error.code}).`);
    throw error;
  }
  if (batch.length > 0) yield batch;
}

/** Null for lines without a promise: reads, refusals, replays, and anything before `since`. */
function readLine(text: string, since: Date): Answered | null {
  const parsed = Line.safeParse(tryToParse(text));
  if (!parsed.success) return null;
  const { time, method, status, isReplay, requestId, tenantId, environment, durationMs } = parsed.data;
  const answeredAt = new Date(time);
  if (answeredAt < since || method === "GET" || status < 200 || status >= 300 || isReplay) return null;
  return { requestId, tenantId, environment, answeredAt, durationMs, line: parsed.data };
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeLost({
  time,
  requestId,
  method,
  route,
  tenantId,
  merchantId,
  environment,
  declineCode,
}: Answered["line"]) {
  const whose = merchantId ? `tenant ${tenantId} merchant ${merchantId}` : `tenant ${tenantId}`;
  return [
    time,
    `${method} ${route}`,
    whose,
    environment,
    `request ${requestId}`,
    declineCode && `declined ${declineCode}`,
  ]
    .filter(Boolean)
    .join("  ");
}
