import { connect, type Socket } from "node:net";
import { type Reply, readReply } from "./read-reply";

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A request that hangs counts as a failure instead of blocking its round forever. */
const TIMEOUT_MS = 30_000;

/**
 * A keep-alive connection with one request at a time, written on the raw socket. Node's own HTTP client uses several times as
 * much CPU per request, and on a small machine that skews what is measured.
 */
export class Connection {
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | null = null;

  constructor(private readonly port: number) {}

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#waiting) return reject(new Error("a request is under way on this connection"));
      this.#waiting = { resolve, reject };
      this.#socket ??= this.#connect();
      this.#socket.write(request);
    });
  }

  /** Opens the connection before the run, as for a caller with a warm connection. Otherwise the first request opens it. */
  async open(): Promise<void> {
    this.#socket ??= this.#connect();
    const socket = this.#socket;
    if (socket.connecting) await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true });
    this.#received = Buffer.alloc(0);
    socket.setTimeout(TIMEOUT_MS, () => {
      // Without a pending request, the connection is only idle.
      if (this.#waiting) socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`));
    });
    // Ignore events of a socket that was replaced.
    const current = (act: () => void) => this.#socket === socket && act();
    socket.on("data", (chunk) => current(() => this.#take(chunk)));
    socket.on("error", (error) => current(() => this.#fail(error)));
    socket.on("close", () => current(() => this.#fail(new Error("the connection was closed"))));
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const read = readReply(this.#received);
    if (!read) return;
    this.#received = this.#received.subarray(read.length);
    if (read.isLast) this.close();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(read.reply);
  }

  #fail(error: Error): void {
    this.close();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}
