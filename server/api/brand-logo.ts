import { findLogo } from "@/server/domain/brands";
import { isRecordId } from "@/server/platform/ids";

const HASH = /^[0-9a-f]{32}$/;

/**
 * Serves a tenant's logo to everyone, cacheable forever: its URL contains a hash of its content. The headers stop content
 * sniffing and embedding on other sites; `server/boot/pages.ts` stops it from running scripts.
 */
export async function answerLogo({
  tenant,
  logo,
}: {
  readonly tenant: string;
  readonly logo: string;
}): Promise<Response> {
  const found = isRecordId(tenant) && HASH.test(logo) ? await findLogo({ tenantId: tenant, hash: logo }) : null;
  if (!found)
    return new Response("There is nothing at this URL.", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      "content-type": found.type,
      "content-disposition": "inline",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
