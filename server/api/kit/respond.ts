import type { DomainError } from "@/server/domain/errors";
import { errorBody, HTTP_STATUS } from "./errors";
import type { ApiResponse } from "./request";

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
