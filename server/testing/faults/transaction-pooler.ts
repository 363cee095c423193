import { createServer, type Socket } from "node:net";
import pg from "pg";

const TERMINATE = "X".charCodeAt(0);
const WELCOME = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
const READY = Buffer.from("Z\0\0\0\x05I", "latin1");
const ROLLBACK = Buffer.from("Q\0\0\0\x0dROLLBACK\0", "latin1");

/** A pooler in transaction mode in front of the database: callers hold one of its few connections only during a transaction. */
export async function startTransactionPooler(url: string, { connections }: { readonly connections: number }) {
  const clients = await Promise.all(Array.from({ length: connections }, () => signIn(url)));
  const free = clients.map(socketOf);
  const waiting: ((backend: Socket) => void)[] = [];
  const callers = new Set<Socket>();
  const release = (backend: Socket) => {
    const next = waiting.shift();
    if (next) next(backend);
    else free.push(backend);
  };
  const server = createServer((caller) => {
    callers.add(caller.on("error", () => caller.destroy()));
    let backend: Socket | null = null;
    let held: Buffer[] = [];
    let end = Buffer.alloc(0);
    const answer = (data: Buffer) => {
      if (caller.writable) caller.write(data);
      end = Buffer.concat([end, data]).subarray(-READY.length);
      if (!backend || !end.equals(READY)) return;
      backend.off("data", answer);
      release(backend);
      backend = null;
    };
    const take = (taken: Socket) => {
      backend = taken.on("data", answer);
      taken.write(Buffer.concat(held));
      held = [];
    };
    const ask = (data: Buffer) => {
      if (backend) return void backend.write(data);
      held.push(data);
      if (held.length > 1) return;
      const next = free.pop();
      if (next) take(next);
      else waiting.push(take);
    };
    caller.once("data", () => {
      caller.write(WELCOME);
      caller.on("data", (data) => (data[0] === TERMINATE ? caller.end() : ask(data)));
    });
    // Rolls back the transaction of a caller that disconnects.
    caller.once("close", () => backend?.write(ROLLBACK));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url: pooled.href,
    stop: () => {
      for (const socket of [...callers, ...clients.map(socketOf)]) socket.destroy();
      server.close();
    },
  };
}

async function signIn(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  socketOf(client).removeAllListeners("data");
  return client;
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
