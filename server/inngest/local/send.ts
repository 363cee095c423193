import { Agent, request } from "node:http";
import type { Answer } from "./protocol";
import type { RawAnswer } from "./runs/read-answer";

/** Calls our own process, so connections are kept. Long steps are allowed; `fetch` would give up after 5 minutes. */
const agent = new Agent({ keepAlive: true });
const TIMEOUT_MS = 15 * 60_000;
const MAX_ANSWER_BYTES = 40 * 1024 * 1024;

/** Nothing was listening, so nothing can have run. */
const NOT_UP = new Set(["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH"]);

class StaleConnection extends Error {
  override readonly name = "StaleConnection";
}

export interface App {
  readonly appUrl: string;
  readonly socketPath?: string;
}

interface Message {
  readonly socketPath?: string | undefined;
  readonly method: "POST" | "PUT";
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls the app once. If the connection ends before the response, the function may have run, so it counts as an attempt. */
export async function send(
  url: URL,
  message: Message,
  signal: AbortSignal,
): Promise<RawAnswer | { readonly failure: Answer }> {
  try {
    return await exchange(url, message, signal).catch((error) => {
      // The kept connection was just being closed, so nothing has run. Retried on a new one.
      if (error instanceof StaleConnection) return exchange(url, message, signal, false);
      throw error;
    });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code && NOT_UP.has(code)) return { failure: { kind: "away", reason: message } };
    const failed = { name: "Error", message: `the call was not answered: ${message}` };
    return { failure: { kind: "threw", error: failed, step: null, isFinal: false, retryAfterMs: null } };
  }
}

function exchange(
  url: URL,
  { socketPath, method, text, headers }: Message,
  signal: AbortSignal,
  connections: Agent | false = agent,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(text));
    const outgoing = request(url, {
      ...(socketPath ? { socketPath } : {}),
      method,
      agent: connections,
      signal,
      timeout: TIMEOUT_MS,
      headers: { ...headers, "content-type": "application/json", "content-length": length },
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(isStale ? new StaleConnection(error.message) : error);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in 15 minutes")));
    outgoing.on("response", (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > MAX_ANSWER_BYTES) incoming.destroy(new Error("the answer is over 40 MB"));
        else chunks.push(chunk);
      });
      incoming.on("error", reject);
      incoming.on("end", () => {
        const header = (name: string) => incoming.headers[name]?.toString() ?? null;
        resolve({ status: incoming.statusCode ?? 0, header, text: Buffer.concat(chunks).toString("utf8") });
      });
    });
    outgoing.end(text);
  });
}
