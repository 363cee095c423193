import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { type BrokenJson, breakJson, brokenJson } from "./broken-json";

export interface RawCase {
  readonly line: string;
  readonly isKnown: boolean;
  readonly lines: readonly string[];
  readonly framing: string;
  readonly body: BrokenJson;
}

const POST = "POST /v1/authorizations HTTP/1.1";

const LINES = [
  ...["GET /v1/health HTTP/1.1", "GET /v1/me HTTP/1.0", "GET /v1/me HTTP/9.9", "GET /v1/me", "get /v1/me HTTP/1.1"],
  ...[
    "GET  /v1/me HTTP/1.1",
    "GET /v1/me HTTP/1.1 x",
    " GET /v1/me HTTP/1.1",
    "\r\nGET /v1/me HTTP/1.1",
    "PRI * HTTP/2.0",
  ],
  ...[
    "GET //[ HTTP/1.1",
    "GET /v1//[::x HTTP/1.1",
    "GET http://[::1/v1/me HTTP/1.1",
    "GET /v1\\me HTTP/1.1",
    "GET * HTTP/1.1",
  ],
  ...[
    "OPTIONS * HTTP/1.1",
    "CONNECT x:1 HTTP/1.1",
    "TRACE /v1/me HTTP/1.1",
    "POST http://x:99999/v1/authorizations HTTP/1.1",
  ],
  ...[
    "GET /v1/authorizations/%zz HTTP/1.1",
    "GET /v1/authorizations/\u00ff\u00fe HTTP/1.1",
    "GET /v1/authorizations/%00 HTTP/1.1",
  ],
  ...[
    "GET /v1/../v1/me HTTP/1.1",
    "GET /merchant/v1/./transactions HTTP/1.1",
    "GET /v1/me?%=%&&a=%ff#x HTTP/1.1",
    "GET ///// HTTP/1.1",
  ],
  ...[
    `GET /v1/${"a".repeat(20_000)} HTTP/1.1`,
    "GET /v1/me\0 HTTP/1.1",
    "GET / HTTP/1.1",
    "\x16\x03\x01\x02",
    "POST /v1/authorizations/ HTTP/1.1",
  ],
];

const HEADERS = [
  ...[
    "Host: x",
    "Host: a\r\nHost: b",
    "Host:",
    "Host: [::1",
    "Accept: \u00ff",
    "X: \0",
    "X\0: a",
    ": a",
    "X",
    " folded",
    "X : a",
  ],
  ...[
    "X: a\r\n b",
    "X: a\nY: b",
    "X: a\rY: b",
    `X: ${"a".repeat(20_000)}`,
    "Connection: upgrade\r\nUpgrade: websocket",
  ],
  ...["Expect: 100-continue", "Expect: magic", "Content-Encoding: gzip", "Content-Type: text/plain", "Content-Type:"],
  ...["Connection: keep-alive", "Connection: close, x", "Trailer: X", "TE: trailers", "__proto__: a", "constructor: b"],
  ...[
    "Authorization: Bearer x",
    "X-Api-Key: \u0080",
    "Idempotency-Key: \u00e9",
    "X-Forwarded-For: ,,",
    "Cookie: =;=;%",
  ],
];

/** `{n}` is the byte count, `{hex}` the same in hex, for chunks. */
const FRAMINGS = [
  ...[
    "Content-Length: {n}",
    "Content-Length: {n}",
    "Content-Length: {n}",
    "",
    "Content-Length: 0",
    "Content-Length: 1",
  ],
  ...[
    "Content-Length: 9{n}",
    "Content-Length: -1",
    "Content-Length: {n}, {n}",
    "Content-Length: {n}\r\nContent-Length: 3",
  ],
  ...[
    "Content-Length: 0x{hex}",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
  ],
  ...[
    "Transfer-Encoding: chunked\r\nContent-Length: {n}",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: identity",
  ],
];

export const rawCases: fc.Arbitrary<RawCase> = fc.record({
  line: fc.oneof({ weight: 2, arbitrary: fc.constant(POST) }, { weight: 3, arbitrary: fc.constantFrom(...LINES) }),
  isKnown: fc.boolean(),
  lines: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
  framing: fc.constantFrom(...FRAMINGS),
  body: brokenJson,
});

export function toBytes(
  { line, isKnown, lines, framing, body }: RawCase,
  value: object,
  known: readonly string[],
): Buffer {
  const bytes = breakJson(value, body) ?? Buffer.alloc(0);
  const hex = bytes.length.toString(16);
  const head = [
    line,
    ...(isKnown ? known : []),
    ...lines,
    ...(framing ? [framing.replaceAll("{n}", String(bytes.length)).replaceAll("{hex}", hex)] : []),
  ];
  const isChunked = framing.startsWith("Transfer-Encoding") && bytes.length > 0;
  const framed = isChunked ? [Buffer.from(`${hex}\r\n`), bytes, Buffer.from("\r\n0\r\n\r\n")] : [bytes];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), ...framed]);
}

export async function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A server may refuse before reading everything, which resets the rest.
  socket.on("error", () => undefined);
  socket.end(bytes);
  await once(socket, "close");
  return Buffer.concat(chunks);
}

interface RawReply {
  readonly status: number;
  readonly body: string;
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

export function readReplies(bytes: Buffer): RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = bytes.toString("latin1"); rest !== ""; ) {
    const [head, status, headers = ""] = HEAD.exec(rest) ?? [];
    if (head === undefined) throw new Error(`no reply begins like this: ${rest.slice(0, 200)}`);
    const length = Number(/^content-length: (\d+)\r$/im.exec(headers)?.[1] ?? 0);
    const body = rest.slice(head.length, head.length + length);
    if (body.length < length) throw new Error("a reply is shorter than it says");
    if (status !== "100") replies.push({ status: Number(status), body: Buffer.from(body, "latin1").toString() });
    rest = rest.slice(head.length + length);
  }
  return replies;
}
