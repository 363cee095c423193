import { looksOf } from "@/server/contracts/brand/looks";
import { findShownTenant } from "@/server/domain/brands";
import { isRecordId } from "@/server/platform/ids";

/** Defaults for a tenant without its own branding. */
const COLOR = "#3a46d4";
const ICON = { src: "/icons/wallet-512.png", sizes: "512x512", type: "image/png" };
const ICONS = [
  { src: "/icons/wallet-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { ...ICON, purpose: "any" },
  { ...ICON, purpose: "maskable" },
];
/** Phones require a square icon of at least this size, in pixels. */
const LEAST_ICON = 192;
const MAX_SHORT_NAME = 12;

/**
 * The web app manifest of a tenant's wallet: its name, color, and, if usable as an icon, its logo. Served without a session,
 * because browsers fetch manifests without credentials.
 */
export async function answerManifest(tenant: string): Promise<Response> {
  const found = isRecordId(tenant) ? await findShownTenant({ tenantId: tenant }) : null;
  if (!found)
    return new Response("There is nothing at this URL.", { status: 404, headers: { "cache-control": "no-store" } });
  const { tones, logo } = looksOf(tenant, found);
  const color = tones?.button.light ?? COLOR;
  const isIcon = logo !== null && logo.width === logo.height && logo.width >= LEAST_ICON;
  const own = isIcon && {
    src: logo.url,
    sizes: `${logo.width}x${logo.height}`,
    type: found.logoType,
    purpose: "any",
  };
  const manifest = {
    id: "/wallet",
    name: found.title,
    short_name: found.title.length <= MAX_SHORT_NAME ? found.title : "Wallet",
    description: "Balances, payment codes, agreements, and receipts.",
    start_url: "/wallet",
    scope: "/",
    display: "standalone",
    background_color: color,
    theme_color: color,
    icons: own ? [own] : ICONS,
    shortcuts: [
      { name: "Codes", url: "/wallet/codes" },
      { name: "Activity", url: "/wallet/activity" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
