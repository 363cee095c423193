import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { receiveWebhook } from "@/server/webhooks-receiver/receive-webhook";

/** The maximum failures per delivery, so that none runs out of retries by chance. */
const MAX_FAILURES = 2;
const SHARE_FAILING = 0.05;

export class Receiver {
  /** Ids of verified deliveries answered with a 2xx, with their count. */
  readonly acknowledged = new Map<string, number>();
  /** Requests with an invalid signature. */
  readonly forged: string[] = [];
  secret = "";
  readonly #failures = new Map<string, number>();

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the receiver has no port");
    const receiver = new Receiver(address.port, server);
    server.on(
      "request",
      (request, response) => void receiver.#receive(request, response).catch(() => response.destroy()),
    );
    return receiver;
  }

  /** Eventually accepts every delivery. */
  get url(): string {
    return `http://localhost:${this.port}/all`;
  }

  /** Rejects every delivery. */
  get refusingUrl(): string {
    return `http://localhost:${this.port}/refusing`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(request);
    if (request.url === "/refusing") {
      response.writeHead(500).end();
      return;
    }
    const id = String(request.headers["x-svc-delivery"]);
    const { status, reason } = await receiveWebhook(
      { headers: request.headers, rawBody },
      {
        secrets: [this.secret],
        store: { claim: async () => true, release: async () => undefined },
        process: async () => undefined,
        // Clock shifts are one of the faults, so trust the sender's timestamp.
        now: () => new Date(Number(request.headers["x-svc-timestamp"]) * 1_000),
      },
    );
    if (status !== 200) this.forged.push(`${id}: ${reason}`);
    const failures = this.#failures.get(id) ?? 0;
    if (failures < MAX_FAILURES && Math.random() < SHARE_FAILING) {
      this.#failures.set(id, failures + 1);
      response.writeHead(503).end();
      return;
    }
    if (status === 200) this.acknowledged.set(id, (this.acknowledged.get(id) ?? 0) + 1);
    response.writeHead(status).end();
  }
}
