import type { IncomingMessage } from "node:http";

const API_PATH = /^\/(?:merchant\/)?v1(?:[/?#]|$)/i;

const ORIGIN = /^https?:\/\/[^/?#]*/i;

export function isApiPath(url: string): boolean {
  const path = url.replace(ORIGIN, "");
  // `OPTIONS *` names no page, so the endpoints' 404 answers it.
  return API_PATH.test(path) || !path.startsWith("/");
}

/** Endpoints ignore the host, so an invalid one must not break URL parsing. */
export function stripHost(request: IncomingMessage): void {
  const path = (request.url ?? "/").replace(ORIGIN, "");
  request.url = path.startsWith("/") ? path : "/";
  request.headers.host = "localhost";
}

/** Dot segments, encoded ones included, or a backslash, which browsers read as a slash. */
const TO_RESOLVE = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)|^[^?#]*\\/i;

export function resolveSegments(url: string): string {
  if (!TO_RESOLVE.test(url)) return url;
  const path = url.replace(ORIGIN, "");
  if (!path.startsWith("/") || !URL.canParse(`http://localhost${path}`)) return url;
  const { pathname, search } = new URL(`http://localhost${path}`);
  return `${pathname}${search}`;
}
