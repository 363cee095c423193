import type { IncomingMessage } from "node:http";

const API_PATH = /^\/(?:merchant\/)?v1(?:[/?#]|$)/i;

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Of a plain target. `OPTIONS *` names no page, so the endpoints' 404 answers it. */
export function isApiPath(target: string): boolean {
  return API_PATH.test(target) || !target.startsWith("/");
}

/** Endpoints ignore the host, so an invalid one must not break URL parsing. */
export function stripHost(request: IncomingMessage): void {
  if (!request.url?.startsWith("/")) request.url = "/";
  request.headers.host = "localhost";
}

/** Dot segments, encoded ones included, or a backslash, which browsers read as a slash. */
const TO_RESOLVE = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)|^[^?#]*\\/i;

/** The target as if it had been asked for plainly: without a host of its own (RFC 9112 3.2.2) and dot segments. */
export function plainTarget(target: string): string {
  const hosted = ORIGIN.exec(target);
  const url = hosted ? target.slice(hosted[0].length).replace(/^(?!\/)/, "/") : target;
  if (!url.startsWith("/") || !TO_RESOLVE.test(url) || !URL.canParse(`http://localhost${url}`)) return url;
  const { pathname, search } = new URL(`http://localhost${url}`);
  return `${pathname}${search}`;
}
