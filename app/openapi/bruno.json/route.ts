import { brunoCollection } from "@/server/api/docs/bruno-collection";
import { documentHandler } from "@/server/api/openapi/serve-document";

export const dynamic = "force-dynamic";

export const GET = documentHandler(brunoCollection);
