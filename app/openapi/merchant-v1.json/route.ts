import { merchantV1Document } from "@/server/api/openapi/document";

export const dynamic = "force-static";

/** OpenAPI 3.1 of /merchant/v1. */
export function GET(): Response {
  return Response.json(merchantV1Document());
}
