import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { after, beforeEach } from "node:test";

export interface WireTap {
  readonly startParameters: Set<string>;
  /** Names of prepared statements; the empty name isn't kept. */
  readonly preparedNames: Set<string>;
  readonly queries: string[];
}

const HEAD_BYTES = 5;

/** Call after `withTestDatabase`: reads the traffic between service and database. The direct URL bypasses it. */
export function withWireTap(): WireTap {
  const tap: WireTap = { startParameters: new Set(), preparedNames: new Set(), queries: [] };
  const sockets = new Set<Socket>();
  const direct = () => new URL(process.env.DATABASE_DIRECT_URL ?? "");
  const server = createServer((client) => {
    const { hostname, port } = direct();
    const database = connect(Number(port || 5432), hostname);
    const read = readerInto(tap);
    for (const socket of [client, database]) sockets.add(socket.on("error", () => socket.destroy()));
    client.on("data", read).pipe(database);
    database.pipe(client);
  });
  beforeEach(async () => {
    if (server.listening) return;
    process.env.DATABASE_DIRECT_URL = process.env.DATABASE_URL;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = direct();
    url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    process.env.DATABASE_URL = url.href;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    process.env.DATABASE_URL = process.env.DATABASE_DIRECT_URL;
  });
  return tap;
}

/** Parses a connection: a first message without a type, then messages with type, length, and body. */
function readerInto(tap: WireTap): (data: Buffer) => void {
  let left = Buffer.alloc(0);
  let hasBegun = false;
  return (data) => {
    left = Buffer.concat([left, data]);
    if (!hasBegun) {
      if (left.length < 4 || left.length < left.readInt32BE(0)) return;
      const words = left.toString("utf8", 8, left.readInt32BE(0)).split("\0");
      for (let i = 0; i + 1 < words.length; i += 2) if (words[i]) tap.startParameters.add(words[i] ?? "");
      left = left.subarray(left.readInt32BE(0));
      hasBegun = true;
    }
    while (left.length >= HEAD_BYTES && left.length >= 1 + left.readInt32BE(1)) {
      const end = 1 + left.readInt32BE(1);
      note(tap, String.fromCharCode(left[0] ?? 0), left.toString("utf8", HEAD_BYTES, end));
      left = left.subarray(end);
    }
  };
}

function note(tap: WireTap, kind: string, body: string): void {
  const [first = "", second = ""] = body.split("\0");
  if (kind === "P") tap.preparedNames.add(first);
  if (kind === "P" || kind === "Q") tap.queries.push((kind === "P" ? second : first).slice(0, 40));
}
