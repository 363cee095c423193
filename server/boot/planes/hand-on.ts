import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_ADDRESS } from "@/server/platform/planes";
import { endWithReader } from "../connections";

/** How long a request waits for a restarting plane before it gets a 503. */
const WAITS_MS = 15_000;
const TRIES_AGAIN_MS = 50;

/** Headers that apply to one connection only (RFC 9110 7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/** Nothing listens at the socket, so the request reached nobody. */
const NOT_THERE = new Set(["ENOENT", "ECONNREFUSED"]);

/**
 * Forwards requests to the plane that listens at `socketPath`, and streams its responses back at the reader's pace. A request
 * that reached nobody waits for the plane. One that was cut off gets a 503, or its connection is closed if the response had
 * begun.
 */
export class HandOn {
  readonly #socketPath: string;
  readonly #agent: Agent;
  readonly #streams = new Set<ServerResponse>();

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  }

  readonly answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const deadline = performance.now() + WAITS_MS;
    while (!outgoing.destroyed) {
      const outcome = await this.#exchange(incoming, outgoing);
      if (outcome === "answered") return;
      if (outcome === "cut" || performance.now() > deadline) return answerAway(outgoing);
      await sleep(TRIES_AGAIN_MS);
    }
  };

  readonly upgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const other = connect(this.#socketPath);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.once("error", () => another.destroy());
      one.once("close", () => another.destroy());
    }
    const fields = headersOf(incoming, () => true);
    const lines = fields.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${fields[i + 1]}`] : []));
    other.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    other.write(head);
    socket.pipe(other).pipe(socket);
  };

  /** Ends event streams, which would otherwise last as long as their pages, when the process stops. */
  endStreams(): void {
    for (const outgoing of this.#streams) outgoing.end();
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<"answered" | "not there" | "cut"> {
    return new Promise((resolve) => {
      let isSent = false;
      const sent = ask({
        socketPath: this.#socketPath,
        agent: this.#agent,
        method: incoming.method,
        path: incoming.url,
        headers: headersOf(incoming, (name) => !HOP_BY_HOP.has(name)),
        setHost: false,
      });
      const cancel = () => sent.destroy();
      outgoing.once("close", cancel);
      const end = (outcome: "answered" | "not there" | "cut") => {
        outgoing.off("close", cancel);
        resolve(outcome);
      };
      // Reads the body only once the plane accepts it, so that the request can be retried before.
      const begin = () => {
        isSent = true;
        if (hasBody(incoming)) incoming.pipe(sent);
        else sent.end();
      };
      sent.once("socket", (socket) => {
        if (socket.connecting) socket.once("connect", begin);
        else begin();
      });
      sent.once("error", (error: NodeJS.ErrnoException) => {
        incoming.unpipe(sent);
        if (outgoing.headersSent) outgoing.destroy();
        end(!isSent && NOT_THERE.has(error.code ?? "") ? "not there" : outgoing.headersSent ? "answered" : "cut");
      });
      sent.once("response", (answer) => {
        this.#giveBack(answer, outgoing);
        end("answered");
      });
    });
  }

  #giveBack(answer: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.once("close", () => answer.destroy());
    answer.once("error", () => outgoing.destroy());
    answer.once("aborted", () => outgoing.destroy());
    outgoing.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage ?? "",
      fieldsOf(answer.rawHeaders, (name) => !HOP_BY_HOP.has(name)),
    );
    outgoing.flushHeaders();
    if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
      endWithReader(outgoing);
      this.#streams.add(outgoing);
      outgoing.once("close", () => this.#streams.delete(outgoing));
    }
    answer.pipe(outgoing);
  }
}

function fieldsOf(raw: readonly string[], isKept: (name: string) => boolean): string[] {
  const fields: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] ?? "";
    if (isKept(name.toLowerCase())) fields.push(name, raw[i + 1] ?? "");
  }
  return fields;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function headersOf(incoming: IncomingMessage, isKept: (name: string) => boolean): string[] {
  const fields = fieldsOf(incoming.rawHeaders, (name) => name !== CLIENT_ADDRESS && isKept(name));
  // Set explicitly: for a GET, Node would send the body without any framing.
  if (incoming.headers["transfer-encoding"] !== undefined) fields.push("Transfer-Encoding", "chunked");
  return [...fields, CLIENT_ADDRESS, incoming.socket.remoteAddress ?? ""];
}

function answerAway(outgoing: ServerResponse): void {
  if (outgoing.destroyed) return;
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(503, {
    "Content-Type": "text/plain; charset=utf-8",
    "Retry-After": "1",
    "Cache-Control": "no-store",
  });
  outgoing.end("This part of the service is starting again. Try again in a moment.\n");
}
