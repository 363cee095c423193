import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { isTheme, THEME_COOKIE } from "@/components/ui/layout/theme";
import { LocaleProvider } from "@/components/ui/values/locale";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Closed Loop", template: "%s · Closed Loop" },
  description: "One payment network, acquirer and issuer: authorize, capture, increment, void and refund.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

/** Reads the request, so that every page is made for it: with the nonce of its scripts, and in its theme from the start. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  const locale = firstLocale((await headers()).get("accept-language"));
  return (
    <html lang="en" data-theme={theme && isTheme(theme) ? theme : undefined}>
      <body>
        <LocaleProvider locale={locale}>{children}</LocaleProvider>
      </body>
    </html>
  );
}

/** How the viewer writes numbers, as far as the browser says. */
function firstLocale(acceptLanguage: string | null): string {
  const [first = ""] = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  try {
    return Intl.NumberFormat.supportedLocalesOf(first)[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}
