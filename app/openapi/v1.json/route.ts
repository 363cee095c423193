import { v1Document } from "@/server/api/openapi/document";
import { documentHandler } from "@/server/api/openapi/serve-document";

export const dynamic = "force-dynamic";

export const GET = documentHandler(v1Document);
