import type { IncomingMessage, ServerResponse } from "node:http";
import { isBroken } from "@/server/platform/connection";
import { isSingle, readSingleHeaders } from "@/server/platform/single-headers";
import { dispatch, type Routes } from "../kit/dispatch";
import { type ApiRequest, type ApiResponse, type SentBody, splitUrl } from "../kit/request";

export function nodeHost(routes: Routes) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { socket } = incoming;
    const connection = { remoteAddress: socket.remoteAddress ?? null, isBroken: () => isBroken(socket) };
    const { response, note } = await dispatch(routes, readIncoming(incoming), connection);
    send(incoming, outgoing, response);
    note();
  };
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: ApiResponse): void {
  const fields = ["content-length", String(Buffer.byteLength(body))];
  for (const [name, value] of Object.entries(headers)) fields.push(name, value);
  outgoing.writeHead(status, fields);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

function readIncoming(incoming: IncomingMessage): ApiRequest {
  const { values, repeated } = readSingleHeaders(incoming.rawHeaders);
  return {
    method: incoming.method ?? "GET",
    ...splitUrl(incoming.url ?? "/"),
    header: (name) => (isSingle(name) ? (values.get(name) ?? null) : headerOf(incoming.rawHeaders, name)),
    repeatedHeader: repeated,
    readBody: async (maxBytes) => (hasBody(incoming) ? readBody(incoming, maxBytes) : NO_BODY),
  };
}

/** Node drops duplicates of some headers; both hosts join them instead. */
function headerOf(raw: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let i = 0; i < raw.length; i += 2) {
    const sent = raw[i] ?? "";
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    value = value === null ? (raw[i + 1] ?? "") : `${value}, ${raw[i + 1] ?? ""}`;
  }
  return value;
}

const NO_BODY = new Uint8Array();

/** HTTP announces a body with one of these headers. Without them, don't wait for one. */
function hasBody({ headers: { "content-length": length, "transfer-encoding": coding } }: IncomingMessage): boolean {
  return length !== undefined || coding !== undefined;
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<SentBody> {
  // No further event will come, not even "close".
  if (incoming.destroyed) return Promise.resolve("incomplete");
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
