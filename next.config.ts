import { existsSync } from "node:fs";
import type { NextConfig } from "next";
import { buildFolder } from "./server/boot/build-folder";

/** For builds, development, and plain `next start`. The app that `npm start` runs takes it from its build. */
const config: NextConfig = {
  distDir: buildFolder(),
  poweredByHeader: false,
  reactStrictMode: true,
  // No page has pictures to scale: /_next/image would scale for anyone who asks, and keep a file of each.
  images: { unoptimized: true },
  // Native or pooled drivers: one copy per process, never bundled.
  serverExternalPackages: [
    "pg",
    "bcrypt",
    "ioredis",
    "pino",
    "prom-client",
    "@opentelemetry/sdk-node",
    "@prisma/client",
    "@prisma/adapter-pg",
  ],
  // /v1/me/ is not /v1/me: both hosts answer 404, without a redirect.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
        { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
      ],
    },
    {
      // A merchant's QR code is read by the camera of whoever opens it there.
      source: "/wallet/scan",
      headers: [
        { key: "Permissions-Policy", value: "camera=(self), microphone=(), geolocation=(), payment=(), usb=()" },
      ],
    },
    ...["/invite/:path*", "/reset/:path*", "/outbox"].map((source) => ({
      // Links of emails are secrets: no page that is gone to from there, no index and no cache learns of them.
      source,
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex" },
        { key: "Cache-Control", value: "no-store" },
      ],
    })),
    {
      // The address of a receipt is its key: it goes into no log of another page, no index, no shared cache.
      source: "/receipts/:path*",
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex" },
      ],
    },
  ],
  turbopack: {
    // Of what Next sends with every page, what none of ours needs.
    resolveAlias: {
      // Fills in for browsers older than those Next runs in.
      "../build/polyfills/polyfill-module": false,
      // There are no server actions: what the portal does, it does by tRPC.
      "./reducers/server-action-reducer": false,
      // Next's own, with its styles and icons, where there is one of ours.
      "./builtin/global-error": "./app/global-error.tsx",
      "../components/builtin/global-error": "./app/global-error.tsx",
    },
  },
  experimental: {
    // Without a network a navigation waits for it; Next would else leave for the browser's own page of failure.
    useOffline: true,
    // What was read ahead is read anew after half a minute: what is shown are amounts.
    staleTimes: { static: 30 },
    // A page is loaded when someone first asks for it: most processes never serve most pages.
    preloadEntriesOnStart: false,
    // Keeping what was compiled takes a fifth of a build and 350 MB: for who builds again, not for the first time.
    turbopackFileSystemCacheForBuild: existsSync(".next/current"),
  },
  typescript: {
    // `npm test` checks types over the whole tree; the build that `npm start` makes need not do it again.
    ignoreBuildErrors: true,
  },
};

export default config;
