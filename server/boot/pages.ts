import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { addressOf } from "@/server/auth/next-page";
import { buildFolder } from "@/server/platform/build-folder";
import {
  type Connection,
  clientNetwork,
  connectionOf,
  networkPath,
  withConnection,
} from "@/server/platform/connection";
import { publicUrl } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { UnavailableError } from "@/server/platform/unavailable";
import { serveCompressed, serveOlder } from "./static-files";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Pages may load from and talk to this host only. Scripts need the nonce of their response, or must be loaded by one that has
 * it. Inline styles are allowed, since UI primitives use style attributes for positioning.
 */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  const forHotReload = isDevelopment ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${forHotReload}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const UPLOADED = /^\/brand\//;
const UPLOADED_POLICY = "default-src 'none'; sandbox";

/**
 * A page's URL plus `.md`. A page and a route can't share a URL, so Markdown is served from its own folder. A rewrite in Next's
 * config would add code to every page.
 */
const MARKDOWN = /^\/docs(\/[^?]+)?\.md(\?.*)?$/;

const NOWHERE = "/-";

/** Whether the path can be decoded and has no NUL: Next fails on bad percent-encoding, the database on NUL. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/**
 * Gives Next the caller's address and the nonce, which it reads from the policy in the request headers and puts on every
 * script. Returns the connection for use while rendering.
 */
export function preparePage(request: IncomingMessage, response: ServerResponse, isDevelopment: boolean): Connection {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const ofPage = contentSecurityPolicy(randomBytes(16).toString("base64"), isDevelopment);
  const policy = UPLOADED.test(path) ? UPLOADED_POLICY : ofPage;
  // Overwrites what the caller sent: the nonce must be ours.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  if (!isReadable(path)) request.url = NOWHERE;
  request.url = (request.url ?? "/").replace(MARKDOWN, "/markdown$1$2");
  // The requested URL, to return to after signing in; Next doesn't pass it to layouts.
  request.headers["x-closed-loop-address"] = addressOf(request.url ?? "/");
  response.setHeader("Content-Security-Policy", policy);
  if (publicUrl("/").startsWith("https:")) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  return { ...connectionOf(request), ...answerStatus(response) };
}

/** Requests that don't take a place: static files, and portal calls and streams, which have limits of their own. */
const UNCOUNTED = /^\/(?:_next\/static|api\/trpc)\//;

/** Concurrent page renderings, and pages running and queued per network, which is more than a person ever opens at once. */
const PAGES = 4;
const PAGES_OF_NETWORK = 64;
/** Longer than a page takes to render. After this, it is waiting for its reader or the database, and gives up its place. */
const PLACE_LASTS_MS = 1_000;
const REFUSED_AFTER_MS = 1_000;

const rendering = new FairPlaces({
  places: () => PAGES,
  mostOfKey: () => PAGES_OF_NETWORK,
  mostOfGroups: [4 * PAGES_OF_NETWORK, 2 * PAGES_OF_NETWORK],
  mostKeys: 1_024,
  refusal: "too many pages are being made",
});

/** Next behind our own server. Few pages are rendered at a time, shared fairly between addresses. */
export function servePages(pages: PageHandler, { isDevelopment }: { readonly isDevelopment: boolean }): PageHandler {
  const build = buildFolder();
  return async (request, response) => {
    if (
      !isDevelopment &&
      ((await serveCompressed(request, response, build)) || (await serveOlder(request, response, build)))
    )
      return;
    const connection = preparePage(request, response, isDevelopment);
    const answer = () => withConnection(connection, () => pages(request, response));
    if (isDevelopment || UNCOUNTED.test(request.url ?? "/")) return answer();
    const forwarded = request.headers["x-forwarded-for"];
    const network = clientNetwork(typeof forwarded === "string" ? forwarded : null, connection) ?? "";
    let answered = Promise.resolve();
    const renderInTurn = async () => {
      answered = answer();
      const ended = answered.catch(() => undefined);
      await Promise.race([ended, sleep(PLACE_LASTS_MS, undefined, { ref: false })]);
    };
    try {
      await rendering.run(networkPath(network), renderInTurn);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      // A client over its share that is refused at once would retry at once.
      await sleep(REFUSED_AFTER_MS, undefined, { ref: false });
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "1" };
      response
        .writeHead(503, headers)
        .end("Too many pages are being loaded from your address. Try again in a moment.\n");
    }
    await answered;
  };
}

const PAGE_TYPE = /^(text\/|$)/;
/** Parts keep their status: Next's router would reload the page for a part with a 404. */
const WHOLE_PAGE = /^text\/html/;

/**
 * Sets the status that Next can't: 503 for a page that failed because the database is unavailable, so that browsers, proxies,
 * and search engines retry, and 404 for a missing page. Other responses, such as procedure calls, set their own.
 */
function answerStatus(response: ServerResponse): Pick<Connection, "onUnavailable" | "onMissing"> {
  let isAway = false;
  let isMissing = false;
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const type = String(response.getHeader("content-type") ?? "");
    if (isAway && PAGE_TYPE.test(type) && (status === 200 || status === 500)) {
      response.setHeader("Retry-After", "1");
      return writeHead(503, ...rest);
    }
    return writeHead(isMissing && WHOLE_PAGE.test(type) && status === 200 ? 404 : status, ...rest);
  };
  return {
    onUnavailable: () => {
      isAway = true;
    },
    onMissing: () => {
      isMissing = true;
    },
  };
}
