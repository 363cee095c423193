import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@/server/contracts/errors";
import { now } from "@/server/platform/clock";
import { markBroken } from "@/server/platform/connection";
import { newRecordId } from "@/server/platform/ids";

/** Answers that a connection still owes, in the order of their requests. */
const owed = new WeakMap<Duplex, Set<ServerResponse>>();

const streams = new WeakSet<ServerResponse>();

/** How long a connection that was refused is read on, so that its last answer arrives before it is reset. */
const READ_ON_MS = 1_000;

interface Refusal {
  readonly status: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const MALFORMED: Refusal = {
  status: "400 Bad Request",
  code: "validation_error",
  message: "The request is not valid HTTP.",
};
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { ...MALFORMED, status: "431 Request Header Fields Too Large" },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    code: "request_timeout",
    message: "The request took too long to arrive. Send it again.",
  },
};

/**
 * Keeps a server's connections as RFC 9112 6.3 and 9.6 have it: each complete request gets its own answer, in order, whatever
 * comes after it; only then the connection ends. A client that ends its sending side is answered too.
 */
export function keepConnections(server: Server): void {
  // Node would end the connection with the client's side, and drop what it owes.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => endBroken(error, socket));
}

/** Called with each request before anyone answers it. */
export function noteOwed(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let answers = owed.get(socket);
  if (!answers) {
    answers = new Set();
    owed.set(socket, answers);
    socket.once("end", () => endStreams(socket));
  }
  answers.add(response);
  response.once("close", () => owed.get(socket)?.delete(response));
}

/** Says that an answer is a stream of events, where that can't be read from the headers set on it. */
export function endWithReader(answer: ServerResponse): void {
  streams.add(answer);
}

/** A stream of events has no end that its reader could wait for: a page that was left has only ended its sending side. */
function endStreams(socket: Duplex): void {
  for (const answer of owed.get(socket) ?? []) {
    const type = String(answer.getHeader("content-type"));
    if (streams.has(answer) || type.startsWith("text/event-stream")) answer.destroy();
  }
}

function endBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!markBroken(socket)) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const answers = [...(owed.get(socket) ?? [])];
  const last = answers.findLast(({ req }) => req.complete);
  // One of which only a part came is answered by the refusal: nothing else ever will.
  const isPartial = answers.some(({ req }) => !req.complete);
  const end = () => {
    if (last && !isPartial) endSoon(socket);
    else refuseRaw(socket, REFUSALS[error.code ?? ""] ?? MALFORMED);
  };
  if (!last) {
    end();
    return;
  }
  if (!isPartial && !last.headersSent) last.shouldKeepAlive = false;
  last.once("close", end);
}

/** Writes an answer past Node's own, and ends the connection. */
export function refuseRaw(socket: Duplex, { status, code, message }: Refusal): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: { code, message, field: null, details: {} } });
  const headers = [
    `X-Request-Id: ${newRecordId(now())}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  endSoon(socket, `HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}

function endSoon(socket: Duplex, text = ""): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), READ_ON_MS).unref();
}
