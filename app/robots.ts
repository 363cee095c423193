import type { MetadataRoute } from "next";
import { siteAddress } from "@/server/api/docs/site-address";

export const dynamic = "force-dynamic";

/** What is behind a sign-in, or whose address is its key, is nothing to search. */
export default function robots(): MetadataRoute.Robots {
  const disallow = [
    "/wallet",
    "/t/",
    "/network",
    "/account",
    "/api/",
    "/markdown",
    "/v1/",
    "/merchant/",
    "/files/",
    "/receipts/",
    "/invite/",
  ];
  return { rules: { userAgent: "*", allow: "/", disallow }, sitemap: siteAddress("/sitemap.xml").href };
}
