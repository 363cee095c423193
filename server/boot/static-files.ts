import { readdir, readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { getEnv } from "@/server/platform/env";

const FILE = /^\/_next\/static\/((?:[\w~-]+\/)*[\w.~-]+\.(js|css))(?:\?|$)/;

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

const ANY_FILE = /^\/_next\/static\/((?:[\w~-]+\/)*[\w.~-]+\.(\w+))(?:\?|$)/;
const OTHER_TYPES: Readonly<Record<string, string>> = {
  woff2: "font/woff2",
  json: "application/json",
  svg: "image/svg+xml",
};

function accepts(header: string, name: string): boolean {
  return header.split(",").some((part) => {
    const [encoding = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

interface Kept {
  readonly file: string;
  readonly type: string;
}

function keptOf(url: string, build: string): Kept | null {
  const [, file, ending = ""] = FILE.exec(url) ?? [];
  return file ? { file: join(build, "static", file), type: TYPES[ending] ?? "" } : null;
}

const bodies = new LRUCache<string, Buffer>({ maxSize: 8_000_000, sizeCalculation: ({ length }) => length + 1 });

async function readKept(file: string) {
  const known = bodies.get(file);
  if (known) return known;
  const body = await readFile(file).catch(() => null);
  if (body) bodies.set(file, body);
  return body;
}

/**
 * Serves scripts and styles as compressed at build time. Returns false for other files, or if the client accepts neither
 * encoding; Next answers then.
 */
export async function serveCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  build: string,
): Promise<boolean> {
  const kept = keptOf(request.url ?? "", build);
  return kept !== null && isRead(request) && (await sendCompressed(request, response, kept));
}

async function sendCompressed(request: IncomingMessage, response: ServerResponse, kept: Kept): Promise<boolean> {
  const header = String(request.headers["accept-encoding"] ?? "");
  const encoding = ENCODINGS.find(({ name }) => accepts(header, name));
  const body = encoding && (await readKept(kept.file + encoding.ending));
  if (!encoding || !body) return false;
  send(request, response, kept, body, { Vary: "Accept-Encoding", "Content-Encoding": encoding.name });
  return true;
}

/**
 * Serves static files of other builds: earlier ones here, or ones served elsewhere at the same address, if they share a folder.
 * Returns false if the file is in this build or nowhere.
 */
export async function serveOlder(request: IncomingMessage, response: ServerResponse, build: string): Promise<boolean> {
  const [, file, ending = ""] = ANY_FILE.exec(request.url ?? "") ?? [];
  if (!file || !isRead(request) || (await isThere(join(build, "static", file)))) return false;
  const type = TYPES[ending] ?? OTHER_TYPES[ending];
  for (const folder of type ? await foldersBeside(build) : []) {
    const kept = { file: join(folder, file), type: type ?? "" };
    if (await sendCompressed(request, response, kept)) return true;
    const body = await readKept(kept.file);
    if (body) send(request, response, kept, body, {});
    if (body) return true;
  }
  return false;
}

async function foldersBeside(build: string): Promise<string[]> {
  const { STATIC_FOLDER } = getEnv();
  const builds = dirname(build);
  const own = (await namesIn(builds)).map((name) => join(builds, name, "static"));
  const shared = STATIC_FOLDER ? (await namesIn(STATIC_FOLDER)).map((name) => join(STATIC_FOLDER, name)) : [];
  return [...own, ...shared].filter((folder) => folder !== join(build, "static"));
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { type }: Kept,
  body: Buffer,
  encoded: Readonly<Record<string, string>>,
): void {
  response.writeHead(200, {
    // Names change with content, so browsers may keep files forever.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": type,
    ...encoded,
    "Content-Length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
