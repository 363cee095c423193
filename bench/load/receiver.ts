import { createServer } from "node:http";

export interface CountingReceiver {
  readonly url: string;
  readonly received: number;
  /** From `performance.now()`; 0 before the first delivery. */
  readonly firstAt: number;
  readonly lastAt: number;
  close(): Promise<void>;
}

/** Accepts every delivery at once and only counts: the sender is what is measured. */
export async function startReceiver(): Promise<CountingReceiver> {
  const counted = { received: 0, firstAt: 0, lastAt: 0 };
  const server = createServer((request, response) => {
    request.resume();
    response.end();
    counted.received += 1;
    counted.lastAt = performance.now();
    counted.firstAt ||= counted.lastAt;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    url: `http://localhost:${address.port}/hooks`,
    get received() {
      return counted.received;
    },
    get firstAt() {
      return counted.firstAt;
    },
    get lastAt() {
      return counted.lastAt;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
