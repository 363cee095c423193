import type { MetadataRoute } from "next";
import { placesOf } from "@/components/public/docs/places";
import { readReference } from "@/server/api/docs/read-reference";
import { siteAddress } from "@/server/api/docs/site-address";

// It names this service's own address, which a build doesn't know.
export const dynamic = "force-dynamic";

/** Every public page that has something to find. */
export default function sitemap(): MetadataRoute.Sitemap {
  const docs = placesOf(readReference()).flatMap(({ places }) => places.map(({ href }) => href));
  return ["/", "/bench", ...docs, "/sign-up"].map((path) => ({ url: new URL(path, siteAddress()).href }));
}
