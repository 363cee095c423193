import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@/server/contracts/errors";
import { now } from "@/server/platform/clock";
import { clientNetwork, connectionOf, markBroken, networkPath } from "@/server/platform/connection";
import { newRecordId } from "@/server/platform/ids";

/** Each open connection still gets these answers. */
const owed = new Map<Socket, Set<ServerResponse>>();

/** Bytes of answers that their readers haven’t taken, over all connections. */
const MOST_UNREAD = 64 * 1_024 * 1_024;
const LOOK_MS = 1_000;

const streams = new WeakSet<ServerResponse>();

/** How long a refused connection is still read, so that its last response arrives before the reset. */
const READ_ON_MS = 1_000;

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** The header that is wrong, if one is. */
  readonly field?: string;
}

const MALFORMED: Refusal = {
  status: 400,
  code: "validation_error",
  message: "The request is not valid HTTP.",
};
const LENGTH = {
  ...MALFORMED,
  field: "Content-Length",
  message: "Content-Length must be a number of bytes, such as 42, and have no Transfer-Encoding beside it.",
};
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_UNEXPECTED_CONTENT_LENGTH: { ...LENGTH, message: "Content-Length may be sent once." },
  HPE_INVALID_CONTENT_LENGTH: LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: LENGTH,
  HPE_HEADER_OVERFLOW: { ...MALFORMED, status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "request_timeout",
    message: "The request took too long to arrive. Send it again.",
  },
};

/**
 * Handles connections as RFC 9112 6.3 and 9.6 require: each complete request gets its own response, in order, whatever follows
 * it, and only then the connection is closed. A half-closed client is still answered.
 */
export function trackConnections(server: Server): void {
  // Otherwise Node closes the connection with the client's side and drops pending responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  const looking = setInterval(cutUnread, LOOK_MS).unref();
  server.once("close", () => clearInterval(looking));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => endBroken(error, socket));
}

/** Must be called with each request before anyone answers it. */
export function noteOwed(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let answers = owed.get(socket);
  if (!answers) {
    answers = new Set();
    owed.set(socket, answers);
    socket.once("end", () => endStreams(socket));
    socket.once("close", () => owed.delete(socket));
  }
  answers.add(response);
  response.once("close", () => owed.get(socket)?.delete(response));
}

/** Cuts off connections of the network that leaves the most unread, the largest first, until the others have room. */
function cutUnread(): void {
  const open = [...owed]
    .map(([socket, answers]) => ({ socket, network: networkOf(answers), bytes: unreadOf(socket, answers) }))
    .sort((one, other) => other.bytes - one.bytes);
  let sum = open.reduce((bytes, one) => bytes + one.bytes, 0);
  while (sum > MOST_UNREAD) {
    const most = heaviest(open, ({ bytes }) => bytes);
    const [cut] = open.splice(
      open.findIndex(({ network }) => network === most),
      1,
    );
    cut?.socket.destroy();
    sum -= cut?.bytes ?? 0;
  }
}

/** The network that the most weight is of. */
export function heaviest<One extends { readonly network: string }>(
  all: Iterable<One>,
  weightOf: (one: One) => number,
): string | undefined {
  const weights = new Map<string, number>();
  for (const one of all) weights.set(one.network, (weights.get(one.network) ?? 0) + weightOf(one));
  return [...weights].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** With its provider’s others, for IPv6. */
export function siteOf(request: IncomingMessage): string {
  const forwarded = request.headers["x-forwarded-for"];
  const network = clientNetwork(typeof forwarded === "string" ? forwarded : null, connectionOf(request)) ?? "";
  return networkPath(network)[0];
}

function networkOf(answers: ReadonlySet<ServerResponse>): string {
  const [answer] = answers;
  return answer ? siteOf(answer.req) : "";
}

/** Answers behind the one that is being written keep theirs to themselves. */
function unreadOf(socket: Socket, answers: ReadonlySet<ServerResponse>): number {
  const waiting = [...answers].filter((answer) => answer.socket === null);
  return waiting.reduce((sum, { writableLength }) => sum + writableLength, socket.writableLength);
}

/** Marks a response as an event stream if its headers don't show it. */
export function endWithReader(answer: ServerResponse): void {
  streams.add(answer);
}

/** Event streams never end by themselves: a page that was closed has only ended its sending side. */
function endStreams(socket: Duplex): void {
  for (const answer of owed.get(socket as Socket) ?? []) {
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
  const answers = [...(owed.get(socket as Socket) ?? [])];
  const last = answers.findLast(({ req }) => req.complete);
  // For an incomplete request, the refusal is the response; it can't get another.
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

/** Refuses a request that nobody else answers, and ends its connection, of which more would have to be read. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = answerOf(refusal);
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headers).end(body);
}

export function refuseRaw(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = answerOf(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

function answerOf({ status, code, message, field }: Refusal) {
  const body = JSON.stringify({ error: { code, message, field: field ?? null, details: {} } });
  const headers = {
    "X-Request-Id": newRecordId(now()),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    ...(status === 503 ? { "Retry-After": "1" } : {}),
    Connection: "close",
  };
  return { status, headers, body };
}

function endSoon(socket: Duplex, text = ""): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), READ_ON_MS).unref();
}
