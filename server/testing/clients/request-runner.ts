/** A process for `collectLog`: sends the requests read from stdin and logs as in production. */
import { text } from "node:stream/consumers";
import { closePool, getPool } from "@/server/db/pool";
import { getLogger } from "@/server/platform/logger";
import { type RawRequest, sendRaw } from "./raw-request";

const requests = JSON.parse(await text(process.stdin)) as readonly RawRequest[];
// Like a process that has served before: connecting takes longer than health checks allow.
await getPool().query("SELECT 1");
const replies: { status: number; text: string; requestId: string | null }[] = [];
for (const request of requests) {
  const reply = await sendRaw(request);
  replies.push({ status: reply.status, text: reply.text, requestId: reply.headers.get("x-request-id") });
}
await closePool();
getLogger().flush();
process.stdout.write(JSON.stringify(replies));
