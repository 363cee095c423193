import { merchantV1Document } from "@/server/api/openapi/document";
import { documentHandler } from "@/server/api/openapi/serve-document";

export const dynamic = "force-dynamic";

export const GET = documentHandler(merchantV1Document);
