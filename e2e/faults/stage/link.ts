import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** closed: ends and refuses connections. mute: requests pass, answers don't. stalled: nothing passes. */
export type LinkState = "open" | "closed" | "mute" | "stalled";

export class Link {
  readonly #sockets = new Set<Socket>();
  #state: LinkState = "open";

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async to(targetPort: number): Promise<Link> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the relay has no port");
    const link = new Link(address.port, server);
    server.on("connection", (socket) => link.#relay(socket, targetPort));
    return link;
  }

  set(state: LinkState): void {
    const breaks = state === "closed" || this.#state === "mute";
    this.#state = state;
    for (const socket of this.#sockets) {
      if (breaks) socket.destroy();
      else if (state === "stalled") socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    this.set("closed");
    this.server.close();
  }

  #relay(client: Socket, targetPort: number): void {
    if (this.#state === "closed") {
      client.destroy();
      return;
    }
    const target = connect(targetPort, "127.0.0.1");
    for (const socket of [client, target]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
      if (this.#state === "stalled") socket.pause();
    }
    client.on("data", (data) => target.write(data));
    target.on("data", (data) => {
      if (this.#state !== "mute") client.write(data);
    });
  }
}
