import { existsSync } from "node:fs";
import type { NextConfig } from "next";
import { buildFolder } from "./server/platform/build-folder";

/** For builds, development, and plain `next start`. `npm start` uses the configuration stored in the build. */
const config: NextConfig = {
  distDir: buildFolder(),
  poweredByHeader: false,
  reactStrictMode: true,
  // No page needs image optimization, and /_next/image would scale and cache images for anyone.
  images: { unoptimized: true },
  // Native modules, and drivers with pools: exactly one copy per process, so never bundled.
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
  // /v1/me/ isn't /v1/me: both hosts answer 404, without a redirect.
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
      // The page scans merchants' QR codes.
      source: "/wallet/scan",
      headers: [
        { key: "Permissions-Policy", value: "camera=(self), microphone=(), geolocation=(), payment=(), usb=()" },
      ],
    },
    ...["/invite/:path*", "/reset/:path*", "/outbox"].map((source) => ({
      // Links in emails are secrets: no referrer, no indexing, no caching.
      source,
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex" },
        { key: "Cache-Control", value: "no-store" },
      ],
    })),
    {
      // A receipt's URL is its key: no referrer, and no indexing.
      source: "/receipts/:path*",
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex" },
      ],
    },
  ],
  turbopack: {
    // Removes code that Next adds to every page and none needs: 3 KB of 123. No public setting does.
    resolveAlias: {
      // Polyfills for browsers older than those Next supports.
      "../build/polyfills/polyfill-module": false,
      // There are no server actions: the portal uses tRPC.
      "./reducers/server-action-reducer": false,
      // Replaces Next's own error page, with its styles and icons.
      "./builtin/global-error": "./app/global-error.tsx",
      "../components/builtin/global-error": "./app/global-error.tsx",
    },
  },
  experimental: {
    // Offline navigations wait for the network; otherwise Next would leave for the browser's error page.
    useOffline: true,
    // Prefetched pages expire after 30 seconds, because they show amounts.
    staleTimes: { static: 30 },
    // Load a page on its first request: most processes serve only a few pages.
    preloadEntriesOnStart: false,
    // The cache costs a fifth of the build time and 350 MB, so it is used only from the second build on.
    turbopackFileSystemCacheForBuild: existsSync(".next/current"),
  },
  typescript: {
    // `npm test` checks types over the whole tree; the build of `npm start` doesn't repeat it.
    ignoreBuildErrors: true,
  },
};

export default config;
