export interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Read {
  readonly reply: Reply;
  /** Bytes consumed, including the head. */
  readonly length: number;
  /** The server closes the connection after this answer. */
  readonly isLast: boolean;
}

const HEAD_END = "\r\n\r\n";

/** The first complete HTTP/1.1 answer in the buffer. Null if more bytes are needed. */
export function readReply(bytes: Buffer): Read | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const start = headEnd + HEAD_END.length;
  const body = readBody(bytes, start, head);
  if (!body) return null;
  const status = Number(head.slice(9, 12));
  return { reply: { status, body: body.text }, length: body.end, isLast: head.includes("\r\nconnection: close") };
}

function readBody(bytes: Buffer, start: number, head: string): { text: string; end: number } | null {
  if (head.includes("\r\ntransfer-encoding: chunked")) return readChunks(bytes, start);
  const end = start + Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  return bytes.length < end ? null : { text: bytes.toString("utf8", start, end), end };
}

function readChunks(bytes: Buffer, start: number): { text: string; end: number } | null {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const from = lineEnd + 2;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const next = from + size + 2;
    if (!(bytes.length >= next)) return null;
    if (size === 0) return { text: Buffer.concat(parts).toString("utf8"), end: next };
    parts.push(bytes.subarray(from, from + size));
    at = next;
  }
}
