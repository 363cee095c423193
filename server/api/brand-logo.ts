import { findLogo } from "@/server/domain/brands";
import { isRecordId } from "@/server/platform/ids";

const HASH = /^[0-9a-f]{32}$/;

/**
 * A tenant's logo, for everyone and for good: its address names its content. It is what its header says and nothing else:
 * no browser guesses at it or shows it on another site's page. That it runs nothing, `server/boot/pages.ts` sees to.
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
