import type { IncomingMessage, ServerResponse } from "node:http";
import { dispatch } from "../kit/dispatch";
import type { ApiRequest } from "../kit/request";
import type { Routes } from "../kit/routes";
import { splitUrl } from "./split-url";

/** Answers from node:http without a web request in between. */
export async function answerNode(routes: Routes, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const connection = { remoteAddress: incoming.socket.remoteAddress ?? null };
  const { response, note } = await dispatch(routes, readIncoming(incoming), connection);
  const { status, headers, body } = response;
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
  note();
}

function readIncoming(incoming: IncomingMessage): ApiRequest {
  return {
    method: incoming.method ?? "GET",
    ...splitUrl(incoming.url ?? "/"),
    header: (name) => headerOf(incoming.rawHeaders, name),
    readBody: (maxBytes) => readBody(incoming, maxBytes),
  };
}

/** Node keeps only the first of some headers that come twice; both hosts join them. */
function headerOf(raw: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let i = 0; i < raw.length; i += 2) {
    const sent = raw[i] ?? "";
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    value = value === null ? (raw[i + 1] ?? "") : `${value}, ${raw[i + 1] ?? ""}`;
  }
  return value;
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array | "too_large" | "incomplete"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve("too_large");
    });
    incoming.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.once("error", () => resolve("incomplete"));
    incoming.once("close", () => resolve("incomplete"));
  });
}
