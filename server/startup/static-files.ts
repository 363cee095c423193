import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

/** Named by their content, so that one name is one text for ever. */
const FILE = /^\/_next\/static\/((?:[\w~-]+\/)*[\w.~-]+\.(js|css))(?:\?|$)/;

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Best first. */
const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

/** Of `Accept-Encoding`; `q=0` is a no. */
function accepts(header: string, name: string): boolean {
  return header.split(",").some((part) => {
    const [encoding = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** The descriptions of the API, which the build wrote down whole. */
const DESCRIPTION = /^\/openapi\/((?:merchant-)?v1\.json)(?:\?|$)/;

interface Kept {
  /** Without the ending of an encoding. */
  readonly file: string;
  readonly type: string;
  readonly cacheControl: string;
}

const FOREVER = "public, max-age=31536000, immutable";

function keptOf(url: string, build: string): Kept | null {
  const [, file, ending = ""] = FILE.exec(url) ?? [];
  if (file) return { file: join(build, "static", file), type: TYPES[ending] ?? "", cacheControl: FOREVER };
  const [, name] = DESCRIPTION.exec(url) ?? [];
  if (!name) return null;
  const type = "application/json; charset=utf-8";
  return { file: join(build, "server/app/openapi", `${name}.body`), type, cacheControl: "public, max-age=300" };
}

/** Few, and read for each of many requests. */
const bodies = new LRUCache<string, { readonly bytes: Buffer; readonly etag: string }>({
  maxSize: 8_000_000,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});

async function readKept(file: string) {
  const known = bodies.get(file);
  if (known) return known;
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) return null;
  const body = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
  bodies.set(file, body);
  return body;
}

/**
 * Scripts, styles, and the descriptions of the API, as the build compressed them into the folder `build`. False: it is none
 * of these, or the client takes neither encoding, and Next answers.
 */
export async function serveCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  build: string,
): Promise<boolean> {
  const kept = keptOf(request.url ?? "", build);
  if (!kept || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const header = String(request.headers["accept-encoding"] ?? "");
  const encoding = ENCODINGS.find(({ name }) => accepts(header, name));
  const body = encoding && (await readKept(kept.file + encoding.ending));
  if (!encoding || !body) return false;
  const headers = {
    "Cache-Control": kept.cacheControl,
    // What a browser keeps for ever it never asks for again.
    ...(kept.cacheControl === FOREVER ? {} : { ETag: body.etag }),
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
  };
  if (request.headers["if-none-match"]?.includes(body.etag)) {
    response.writeHead(304, headers).end();
    return true;
  }
  response.writeHead(200, {
    ...headers,
    "Content-Type": kept.type,
    "Content-Encoding": encoding.name,
    "Content-Length": body.bytes.length,
  });
  response.end(request.method === "HEAD" ? undefined : body.bytes);
  return true;
}
