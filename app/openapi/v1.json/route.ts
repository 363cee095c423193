import { siteAddress } from "@/server/api/docs/site-address";
import { v1Document } from "@/server/api/openapi/document";

export const dynamic = "force-dynamic";

/** OpenAPI 3.1 of /v1. */
export function GET(): Response {
  return Response.json(v1Document(siteAddress().origin));
}
