import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { addressOf } from "@/server/auth/next-page";
import { buildFolder } from "@/server/boot/build-folder";
import { type Connection, clientAddress, connectionOf, withConnection } from "@/server/platform/connection";
import { publicUrl } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { UnavailableError } from "@/server/platform/unavailable";
import { serveCompressed, serveOlder } from "./static-files";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * What a page may load and talk to: this host and nothing else. Scripts run only with the nonce of their very answer,
 * or when such a script loads them. Styles may be inline: primitives place themselves by style attributes.
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

/** What tenants uploaded, which runs nothing and loads nothing, whatever it is. */
const UPLOADED = /^\/brand\//;
const UPLOADED_POLICY = "default-src 'none'; sandbox";

/**
 * A page's address with `.md` behind it. A page and a route can't share an address, so the Markdown has a folder of its own; a
 * rewrite of Next's would bring code for it to every page.
 */
const MARKDOWN = /^\/docs(\/[^?]+)?\.md(\?.*)?$/;

/** No page is there. */
const NOWHERE = "/-";

/** Whether an address is text: Next answers with a fault where its percent-encoding isn't, and the database where NUL is. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/**
 * Gives Next what it can't find out itself: the caller's address, and the nonce, which it reads from the policy in the
 * request's headers and puts on every script it writes. Returns what is known of the caller while the page is made.
 */
export function preparePage(request: IncomingMessage, response: ServerResponse, isDevelopment: boolean): Connection {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const ofPage = contentSecurityPolicy(randomBytes(16).toString("base64"), isDevelopment);
  const policy = UPLOADED.test(path) ? UPLOADED_POLICY : ofPage;
  // Replaces whatever the caller sent by that name: the nonce is ours to choose.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  if (!isReadable(path)) request.url = NOWHERE;
  request.url = (request.url ?? "/").replace(MARKDOWN, "/markdown$1$2");
  // Where a visitor wanted to go, for after the sign-in: Next passes layouts nothing of it.
  request.headers["x-closed-loop-address"] = addressOf(request.url ?? "/");
  response.setHeader("Content-Security-Policy", policy);
  if (publicUrl("/").startsWith("https:")) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  return { ...connectionOf(request), ...answerStatus(response) };
}

/** What is read from files or has limits of its own: the portal's calls, and streams, which last as long as a page is open. */
const UNCOUNTED = /^\/(?:_next\/static|api\/trpc)\//;

/** Pages under way at a time, and of one address there and waiting: more than a person ever opens at once. */
const PAGES = 4;
const PAGES_OF_ADDRESS = 64;
/** A page is made in less. What takes longer waits for its reader or the database, and keeps nobody's place. */
const PLACE_LASTS_MS = 1_000;
const REFUSED_AFTER_MS = 1_000;

const rendering = new FairPlaces({
  places: () => PAGES,
  mostOfKey: () => PAGES_OF_ADDRESS,
  mostKeys: 1_024,
  refusal: "too many pages are being made",
});

/** Next, behind a server of ours. A few pages are made at a time, and each address gets its share of them. */
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
    const address = clientAddress(typeof forwarded === "string" ? forwarded : null, connection) ?? "";
    let answered = Promise.resolve();
    const inPlace = async () => {
      answered = answer();
      // A page that fails is no refusal of its place: it fails below.
      const ended = answered.catch(() => undefined);
      await Promise.race([ended, sleep(PLACE_LASTS_MS, undefined, { ref: false })]);
    };
    try {
      await rendering.run({ party: address, key: "" }, inPlace);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      // At once, whoever asks for more than its share would ask again at once.
      await sleep(REFUSED_AFTER_MS, undefined, { ref: false });
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "1" };
      response
        .writeHead(503, headers)
        .end("Too many pages are being loaded from your address. Try again in a moment.\n");
    }
    await answered;
  };
}

/** Whole pages, the parts of them that Next's router asks for, and what Next says of a fault. */
const PAGE_TYPE = /^(text\/|$)/;
/** The parts are read, not shown: Next's router would load the whole page anew for a part that is a 404. */
const WHOLE_PAGE = /^text\/html/;

/**
 * A page that could not be read because the database is away is neither broken nor there: a 503 says so to browsers, proxies,
 * and search engines to come back. What is no page, such as a call of a procedure, has said so itself. A page that says that
 * nothing is at its address is a 404.
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
