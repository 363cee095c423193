import type { IncomingMessage } from "node:http";

const API_PATH = /^\/(?:merchant\/)?v1(?:[/?#]|$)/i;

/** Scheme and host of a request line in absolute form, as proxies send it. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

export function isApiPath(url: string): boolean {
  const path = url.replace(ORIGIN, "");
  // `OPTIONS *` names no page; the endpoints' 404 is the better answer.
  return API_PATH.test(path) || !path.startsWith("/");
}

/** No endpoint looks at the host, so a nonsensical one must not keep it from answering. */
export function stripHost(request: IncomingMessage): void {
  const path = (request.url ?? "/").replace(ORIGIN, "");
  request.url = path.startsWith("/") ? path : "/";
  request.headers.host = "localhost";
}

/** A segment that stands for this folder or the one above, encoded ones too, or a backslash, which browsers read as a slash. */
const TO_RESOLVE = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)|^[^?#]*\\/i;

/** The request line with its dot segments resolved, so that whoever answers is chosen by the path that is meant. */
export function resolveSegments(url: string): string {
  if (!TO_RESOLVE.test(url)) return url;
  const path = url.replace(ORIGIN, "");
  if (!path.startsWith("/") || !URL.canParse(`http://localhost${path}`)) return url;
  const { pathname, search } = new URL(`http://localhost${path}`);
  return `${pathname}${search}`;
}
