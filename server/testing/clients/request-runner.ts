/** A process of its own for `collectLog`: runs the requests it reads from standard input, logs as the service does. */
import { text } from "node:stream/consumers";
import { closePool, getPool } from "@/server/db/pool";
import { getLogger } from "@/server/platform/logger";
import { type RawRequest, sendRaw } from "./raw-request";

const requests = JSON.parse(await text(process.stdin)) as readonly RawRequest[];
// As a process that has served others before: how long its first connection takes is no matter of health.
await getPool().query("SELECT 1");
const replies: { status: number; text: string; requestId: string | null }[] = [];
for (const request of requests) {
  const reply = await sendRaw(request);
  replies.push({ status: reply.status, text: reply.text, requestId: reply.headers.get("x-request-id") });
}
await closePool();
getLogger().flush();
process.stdout.write(JSON.stringify(replies));
