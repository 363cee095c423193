import type { MetadataRoute } from "next";
import { placesOf } from "@/components/public/docs/places";
import { readReference } from "@/server/api/docs/read-reference";
import { siteAddress } from "@/server/api/docs/site-address";

// Contains the service's own address, which isn't known at build time.
export const dynamic = "force-dynamic";

export default function sitemap(): MetadataRoute.Sitemap {
  const docs = placesOf(readReference()).flatMap(({ places }) => places.map(({ href }) => href));
  return ["/", "/bench", "/status", ...docs, "/sign-up"].map((path) => ({ url: new URL(path, siteAddress()).href }));
}
