import type { DomainError } from "@/server/domain/errors";
import { errorBody, HTTP_STATUS } from "./errors";

export interface ApiRequest {
  readonly method: string;
  /** Without the query; dot segments are resolved. */
  readonly path: string;
  readonly search: string;
  /** Takes the lower-case name. Repeated headers are joined by commas. */
  header(name: string): string | null;
  /** A header that may have one value and was sent with several. */
  readonly repeatedHeader: string | null;
  readBody(maxBytes: number): Promise<SentBody>;
}

export type SentBody = Uint8Array | "too_large" | "incomplete";

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Set for HEAD requests as well; the host drops the body. */
  readonly body: string;
}

export interface Answered {
  readonly response: ApiResponse;
  /** Writes the log lines, after the response is sent. */
  note(): void;
}

/** Adds the headers of every REST response: JSON that must not be cached, sniffed, or framed. */
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

/** A path that needs no URL parsing: no dots, escapes, or special characters. */
const PLAIN = /^(?:\/[\w~-]*)+$/;

export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  if (PLAIN.test(url)) return { path: url, search: "" };
  const { pathname, search } = new URL(url, "http://localhost");
  return { path: pathname, search };
}
