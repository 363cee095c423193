import { createHash } from "node:crypto";
import { siteAddress } from "../docs/site-address";

interface Served {
  readonly plain: Buffer<ArrayBuffer>;
  readonly etag: string;
}

/**
 * Serves a document that contains the service's address. It is built at the first request, because the address is a setting.
 * Supports GET with ETag (304).
 */
export function documentHandler(make: (origin: string) => object): (request: Request) => Response {
  let served: Served | null = null;
  return ({ headers }) => {
    served ??= toServed(make(siteAddress().origin));
    const { plain, etag } = served;
    const common = {
      "Cache-Control": "public, max-age=300",
      "Content-Type": "application/json; charset=utf-8",
      ETag: etag,
    };
    const known = headers.get("if-none-match")?.split(",") ?? [];
    if (known.some((tag) => tag.trim().replace(/^W\//, "") === etag))
      return new Response(null, { status: 304, headers: common });
    return new Response(plain, { headers: common });
  };
}

function toServed(document: object): Served {
  const plain = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { plain, etag };
}
