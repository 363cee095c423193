/** `by hand`: the same authorization on the real tables, behind Node's own HTTP server, without Prisma or a framework. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { Pool } from "pg";
import { z } from "zod";
import { digest } from "@/server/platform/crypto";
import { authorizeByHand } from "./authorize";

const Body = z.object({ panToken: z.string(), amount: z.number(), merchant: z.string() });
const { id: tenantId, apiKeyId } = z
  .object({ id: z.string(), apiKeyId: z.string() })
  .parse(JSON.parse(process.env.BENCH_TENANT ?? ""));
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 64 });

createServer(async (request, response) => {
  if (request.method === "GET") return void response.end();
  const client = await pool.connect();
  try {
    const { panToken, amount, merchant } = Body.parse(await json(request));
    const card = digest("pan-token", panToken);
    const key = String(request.headers["idempotency-key"] ?? randomUUID());
    const asked = { tenantId, apiKeyId, card, key, merchantId: merchant, amountMinor: Math.round(amount * 100) };
    const answer = JSON.stringify(await authorizeByHand(client, asked));
    response.writeHead(201, { "content-type": "application/json" }).end(answer);
  } catch {
    await client.query("ROLLBACK");
    response.writeHead(500).end();
  } finally {
    client.release();
  }
}).listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));
