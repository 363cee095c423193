import type { IncomingMessage } from "node:http";
import { MOST_BYTES_OF_UPLOAD } from "@/server/contracts/portal/upload-limits";
import { heaviest, type Refusal, siteOf } from "./connections";

const KB = 1_024;

/** Enough for a sign-in with a passkey. No page takes a body. */
const MOST_BYTES_ELSEWHERE = 16 * KB;
const MOST_BYTES_OF_FUNCTIONS = 8_192 * KB;
const MOST_BYTES_OF_PROCEDURES = 64 * KB;
const PROCEDURE = /^\/api\/trpc\/([^/?#]*)/;

/** The largest body that a path takes. The API counts its own. */
function mostBytesOf(path: string): number {
  if (/^\/api\/inngest(?:[/?#]|$)/.test(path)) return MOST_BYTES_OF_FUNCTIONS;
  const [, procedure] = PROCEDURE.exec(path) ?? [];
  if (procedure === undefined) return MOST_BYTES_ELSEWHERE;
  return MOST_BYTES_OF_UPLOAD[procedure] ?? MOST_BYTES_OF_PROCEDURES;
}

/** From the request's headers to the end of its body, and for each megabyte that the path takes. */
const WITHIN_MS = 10_000;
const WITHIN_MS_OF_MEGABYTE = 5_000;

/** Requests whose bodies are still arriving, over all callers, and the bytes of those and of what nobody has read yet. */
const MOST_ARRIVING = 256;
const MOST_BYTES_HELD = 64 * 1_024 * KB;

const TOO_LARGE: Refusal = {
  status: 413,
  code: "payload_too_large",
  message: "The body is larger than this URL takes.",
};
const TOO_SLOW: Refusal = {
  status: 408,
  code: "request_timeout",
  message: "The request took too long to arrive. Send it again.",
};
const TOO_MANY: Refusal = {
  status: 503,
  code: "temporarily_unavailable",
  message: "Too many requests are arriving. Send it again in a moment.",
};

interface Held {
  readonly network: string;
  bytes: number;
  readonly stop: (refusal: Refusal) => void;
}

/** In the order of their arrival. */
const arriving = new Set<Held>();
/** The same, and those that have arrived and aren’t read: they may wait behind an answer that their sender doesn’t read. */
const held = new Set<Held>();
let bytesHeld = 0;

/** Stops the oldest of the network that has the most unfinished requests, or bytes, so that nobody else is kept out. */
function makeRoom(): void {
  if (arriving.size > MOST_ARRIVING) stopOldest(arriving, () => 1);
  else if (bytesHeld > MOST_BYTES_HELD) stopOldest(held, ({ bytes }) => bytes);
}

function stopOldest(among: ReadonlySet<Held>, weightOf: (one: Held) => number): void {
  const most = heaviest(among, weightOf);
  [...among].find(({ network }) => network === most)?.stop(TOO_MANY);
}

/**
 * Holds the body back until all of it has arrived, so that nobody who answers a request waits for its sender, and bounds its
 * bytes and its time. Must be called as the request is announced, before any of its body is read. Resolves to false if the
 * request was refused or its sender left.
 */
export function receiveBody(request: IncomingMessage, refuse: (refusal: Refusal) => void): Promise<boolean> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (length === undefined && coding === undefined) return Promise.resolve(true);
  const path = request.url ?? "/";
  const mostBytes = mostBytesOf(path);
  const withinMs = WITHIN_MS + Math.floor(mostBytes / KB / KB) * WITHIN_MS_OF_MEGABYTE;
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const end = (isReceived: boolean) => {
      clearTimeout(timer);
      arriving.delete(entry);
      resolve(isReceived);
    };
    const stop = (refusal: Refusal) => {
      release();
      if (!arriving.has(entry)) return void request.socket.destroy();
      refuse(refusal);
      end(false);
    };
    const release = () => {
      held.delete(entry);
      bytesHeld -= entry.bytes;
      entry.bytes = 0;
      chunks.length = 0;
    };
    const entry: Held = { network: siteOf(request), bytes: 0, stop };
    const timer = setTimeout(stop, withinMs, TOO_SLOW);
    arriving.add(entry);
    held.add(entry);
    // Once it was read, or its connection is gone: an answer that waits for others never says that it closes.
    request.once("close", () => {
      release();
      if (arriving.has(entry)) end(false);
    });
    const push = request.push.bind(request);
    // Node's parser pushes each piece as it arrives, and null after the last.
    request.push = (chunk: Buffer | null) => {
      if (!arriving.has(entry)) return chunk === null ? push(null) : true;
      if (chunk !== null) {
        chunks.push(chunk);
        entry.bytes += chunk.length;
        bytesHeld += chunk.length;
        if (entry.bytes > mostBytes) stop(TOO_LARGE);
        else makeRoom();
        return true;
      }
      for (const piece of chunks) push(piece);
      chunks.length = 0;
      end(true);
      return push(null);
    };
    if (Number(length ?? 0) > mostBytes) stop(TOO_LARGE);
    else makeRoom();
  });
}
