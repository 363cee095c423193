import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { after, beforeEach } from "node:test";
import { setImmediate } from "node:timers/promises";
import { getPool } from "@/server/db/pool";

export interface DatabaseLink {
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Forwards the next query that contains this text, and closes its connection before the response. */
  loseAnswerTo(text: string): void;
}

/** Call after `withTestDatabase`: puts a relay between service and database before either is used. */
export function withDatabaseLink(): DatabaseLink {
  const sockets = new Set<Socket>();
  let doomedText: string | null = null;
  let target = { host: "", port: 0 };
  let port = 0;
  const server = createServer((client) => {
    const database = connect(target.port, target.host);
    let isDoomed = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on("data", (data) => {
      if (doomedText !== null && data.includes(doomedText)) {
        isDoomed = true;
        doomedText = null;
      }
      database.write(data);
    });
    database.on("data", (data) => {
      if (isDoomed) client.destroy();
      else client.write(data);
    });
  });
  const cut = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    while (getPool().idleCount > 0) await setImmediate();
  };
  const restore = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  beforeEach(async () => {
    if (port !== 0) return;
    const url = new URL(process.env.DATABASE_URL ?? "");
    target = { host: url.hostname, port: Number(url.port || 5432) };
    await restore();
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the relay has no port");
    port = address.port;
    url.host = `127.0.0.1:${port}`;
    process.env.DATABASE_URL = url.href;
  });
  after(async () => {
    if (server.listening) await cut();
  });
  return {
    cut,
    restore,
    loseAnswerTo: (text) => {
      doomedText = text;
    },
  };
}
