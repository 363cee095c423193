import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

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

/**
 * The scripts and styles that the build compressed, as it left them. False: it is none of these, or the client takes
 * neither encoding, and Next answers.
 */
export async function serveCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<boolean> {
  const [, file, ending = ""] = FILE.exec(request.url ?? "") ?? [];
  if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
  const header = String(request.headers["accept-encoding"] ?? "");
  const encoding = ENCODINGS.find(({ name }) => accepts(header, name));
  if (!encoding) return false;
  const body = await readFile(join(folder, file + encoding.ending)).catch(() => null);
  if (!body) return false;
  response.writeHead(200, {
    "Content-Type": TYPES[ending],
    "Content-Encoding": encoding.name,
    "Content-Length": body.length,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}
