import { v1Document } from "@/server/api/openapi/document";

export const dynamic = "force-static";

/** OpenAPI 3.1 of /v1. */
export function GET(): Response {
  return Response.json(v1Document());
}
