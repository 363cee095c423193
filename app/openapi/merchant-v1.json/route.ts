import { siteAddress } from "@/server/api/docs/site-address";
import { merchantV1Document } from "@/server/api/openapi/document";

export const dynamic = "force-dynamic";

/** OpenAPI 3.1 of /merchant/v1. */
export function GET(): Response {
  return Response.json(merchantV1Document(siteAddress().origin));
}
