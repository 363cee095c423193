import assert from "node:assert/strict";
import { ErrorBody } from "@/server/contracts/error-body";
import type { ErrorCode } from "@/server/contracts/errors";
import type { Reply } from "./api-client";
import { handleRequest } from "./host";

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly address?: string | null;
}

export async function sendRaw({ method = "GET", path, headers = {}, body, address }: RawRequest): Promise<Reply> {
  const content = body === undefined ? {} : { body, duplex: "half" };
  const request = new Request(`http://closed-loop.test${path}`, { method, headers, ...content });
  const response = await handleRequest(request, { remoteAddress: address === undefined ? "127.0.0.1" : address });
  assert.match(response.headers.get("x-request-id") ?? "", /^[0-9A-Za-z]{17}$/, "every answer names its request");
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Parses an error response, which must have this status and code and the body of contract 7. */
export function readError(reply: Reply, status: number, code: ErrorCode): ErrorBody["error"] {
  const { error } = ErrorBody.parse(JSON.parse(reply.text));
  assert.deepEqual({ status: reply.status, code: error.code }, { status, code }, reply.text);
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");
  return error;
}
