import type { OpenApiDocument } from "@/server/contracts/rest/openapi";
import { merchantV1Document, v1Document } from "../openapi/document";

const SURFACES = [
  { path: "/v1", documentHref: "/openapi/v1.json", document: v1Document() as OpenApiDocument },
  {
    path: "/merchant/v1",
    documentHref: "/openapi/merchant-v1.json",
    // The pages show the events once, as those of /v1.
    document: { ...merchantV1Document(), webhooks: {} } as OpenApiDocument,
  },
] as const;

export function readReference() {
  return SURFACES;
}
