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
