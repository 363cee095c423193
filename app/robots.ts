import type { MetadataRoute } from "next";
import { siteAddress } from "@/server/api/docs/site-address";

export const dynamic = "force-dynamic";

/** Keeps crawlers out of pages behind sign-in and pages whose URL is a secret. */
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
