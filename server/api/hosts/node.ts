import type { IncomingMessage, ServerResponse } from "node:http";
import { getHealth } from "@/server/contracts/rest/health";
import { Admission } from "@/server/platform/admission";
import { dispatch, refuseOverload } from "../kit/dispatch";
import type { ApiRequest, ApiResponse, SentBody } from "../kit/request";
import type { Routes } from "../kit/routes";
import { splitUrl } from "./split-url";

/**
 * Answers from node:http without a web request in between. Beyond `maxRequests` under way, or where they wait too long for
 * each other, it refuses at once: what no one would wait for is not begun, and those who are being served are served as
 * quickly as ever. A request whose body is still on its way is not under way: however slowly some send theirs, they keep
 * nobody out. Health is always answered.
 */
export function nodeHost(routes: Routes, maxRequests: () => number) {
  const admission = new Admission(maxRequests);
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let begunAt = performance.now();
    let isUnderWay = true;
    /** A small body is here by now. For another the place is given back until it is. */
    const awaitBody = async (maxBytes: number): Promise<SentBody> => {
      if (!hasBody(incoming)) return NO_BODY;
      if (incoming.complete) return readBody(incoming, maxBytes);
      admission.leave();
      isUnderWay = false;
      const body = await readBody(incoming, maxBytes);
      if (typeof body === "string") return body;
      begunAt = performance.now();
      if (!admission.isOpen(begunAt)) return "no_room";
      admission.begin();
      isUnderWay = true;
      return body;
    };
    const request = readIncoming(incoming, awaitBody);
    if (!admission.isOpen(begunAt) && request.path !== getHealth.path) {
      send(incoming, outgoing, refuseOverload());
      return;
    }
    admission.begin();
    try {
      const connection = { remoteAddress: incoming.socket.remoteAddress ?? null };
      const { response, note } = await dispatch(routes, request, connection);
      send(incoming, outgoing, response);
      note();
    } finally {
      if (isUnderWay) admission.end(begunAt, performance.now());
    }
  };
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: ApiResponse): void {
  const fields = ["content-length", String(Buffer.byteLength(body))];
  for (const [name, value] of Object.entries(headers)) fields.push(name, value);
  outgoing.writeHead(status, fields);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

function readIncoming(incoming: IncomingMessage, readBody: ApiRequest["readBody"]): ApiRequest {
  return {
    method: incoming.method ?? "GET",
    ...splitUrl(incoming.url ?? "/"),
    header: (name) => headerOf(incoming.rawHeaders, name),
    readBody,
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

const NO_BODY = new Uint8Array();

/** A body comes with one of these two headers. Without either there is nothing to wait for. */
function hasBody({ headers: { "content-length": length, "transfer-encoding": coding } }: IncomingMessage): boolean {
  return length !== undefined || coding !== undefined;
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<SentBody> {
  // Nothing more will come, not even word of the end.
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
