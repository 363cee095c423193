import type { DomainError } from "@/server/domain/errors";
import { errorBody, HTTP_STATUS } from "./errors";

/** A request as the kit reads it, whichever host took it. */
export interface ApiRequest {
  readonly method: string;
  /** Without the query; dot segments are resolved. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly search: string;
  /** By its name in lower case; several of one name are joined by commas. */
  header(name: string): string | null;
  /** The whole body, or why there is none. */
  readBody(maxBytes: number): Promise<SentBody>;
}

/** A body, or why there is none: longer than it may be, or ended too early. */
export type SentBody = Uint8Array | "too_large" | "incomplete";

/** An answer for the host to send. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a HEAD too: the host leaves it out. */
  readonly body: string;
}

export interface Answered {
  readonly response: ApiResponse;
  /** Writes the log lines: off the path of the answer. */
  note(): void;
}

/** With the headers of every answer of the REST surfaces: JSON that no one may keep, sniff or frame. */
export function respondJson(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const all = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  };
  return { status, headers: all, body: bodyText };
}

export function respondError(error: DomainError, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  const retry = error.retryAfterSeconds === null ? {} : { "retry-after": String(error.retryAfterSeconds) };
  return respondJson(HTTP_STATUS[error.code], JSON.stringify(errorBody(error)), { ...retry, ...headers });
}

/** A path of nothing but names: no dots to resolve, no escapes or signs that URLs are read by. */
const PLAIN = /^(?:\/[\w~-]*)+$/;

/** Path and query of a request line or a URL, read as every URL is. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  if (PLAIN.test(url)) return { path: url, search: "" };
  const { pathname, search } = new URL(url, "http://localhost");
  return { path: pathname, search };
}
