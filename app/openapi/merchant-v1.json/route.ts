import { merchantV1Document } from "@/server/api/openapi/document";
import { documentHandler } from "@/server/api/openapi/serve-document";

export const dynamic = "force-dynamic";

/** OpenAPI 3.1 of /merchant/v1. */
export const GET = documentHandler(merchantV1Document);
