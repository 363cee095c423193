import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after } from "node:test";
import { queryTestDatabase } from "../database-rows";

export async function startDeadHost() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address && typeof address !== "string");
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://localhost:${address.port}/`, connections: () => sockets.length };
}

/** Copies a delivery, for the same event and subscription, so that none waits for another. */
export async function multiplyDelivery(deliveryId: string, times: number): Promise<void> {
  await queryTestDatabase(
    `INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, sequence, created_at, next_attempt_at)
      SELECT substr(md5(d.id || n), 1, 17), subscription_id, event_id, event_type, sequence, created_at, next_attempt_at
      FROM webhook_deliveries d, generate_series(1, $2::integer) n WHERE d.id = $1`,
    [deliveryId, times],
  );
}

export async function endedAttempts(url: string): Promise<number> {
  const rows = await queryTestDatabase("SELECT 1 FROM webhook_attempts WHERE url = $1", [url]);
  return rows.length;
}
