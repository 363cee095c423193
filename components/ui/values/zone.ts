/** The viewer's time zone, kept in a cookie for the server: what it writes is already what the browser would write. */
export const ZONE_COOKIE = "closed-loop.zone";

const A_YEAR_S = 365 * 24 * 60 * 60;

export function keepZone(zone: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax${secure}`;
}

/** Where the viewer's clock is, where the browser has said so. */
export function readZone(zone: string | undefined): string | null {
  if (!zone) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
