import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { BuildGone } from "@/components/ui/layout/build-gone";
import { isTheme, THEME_COOKIE } from "@/components/ui/layout/theme";
import { TranslatedTexts } from "@/components/ui/layout/translated-texts";
import { firstLocale } from "@/components/ui/values/first-locale";
import { ViewingProvider } from "@/components/ui/values/locale";
import { readZone, ZONE_COOKIE } from "@/components/ui/values/zone";
import { siteAddress } from "@/server/api/docs/site-address";
import { text } from "./fonts";
import "./globals.css";

const DESCRIPTION =
  "An open-source payment network of your own, acquirer and issuer in one: an API for merchants, a wallet for members, and one ledger.";

const PICTURE = {
  url: "/opengraph.png",
  width: 1200,
  height: 630,
  alt: "A phone and a till that show the same payment. Closed Loop: a payment network of your own.",
};

/** Made per request: the service's own address isn't known at build time. */
export async function generateMetadata(): Promise<Metadata> {
  await headers();
  return {
    metadataBase: siteAddress(),
    title: { default: "Closed Loop", template: "%s · Closed Loop" },
    description: DESCRIPTION,
    openGraph: { siteName: "Closed Loop", type: "website", images: [PICTURE] },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

/** Reads the request, so that every page is rendered dynamically, with its script nonce and theme from the start. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const sent = await cookies();
  const theme = sent.get(THEME_COOKIE)?.value;
  const sentHeaders = await headers();
  const locale = firstLocale(sentHeaders.get("accept-language"));
  const [, nonce] = /'nonce-([^']+)'/.exec(sentHeaders.get("content-security-policy") ?? "") ?? [];
  const zone = readZone(sent.get(ZONE_COOKIE)?.value);
  return (
    <html lang="en" className={text.variable} data-theme={theme && isTheme(theme) ? theme : undefined}>
      <body>
        <BuildGone nonce={nonce} />
        <TranslatedTexts nonce={nonce} />
        <ViewingProvider viewing={{ locale, nowMs: Date.now(), zone }}>{children}</ViewingProvider>
      </body>
    </html>
  );
}
