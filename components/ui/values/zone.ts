/** The viewer's time zone, kept in a cookie for the server: what it writes is already what the browser would write. */
export const ZONE_COOKIE = "closed-loop.zone";

const A_YEAR_S = 365 * 24 * 60 * 60;

export function keepZone(zone: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax${secure}`;
}

/** `America/New York`. */
export function nameZone(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** Where the device is; UTC where it doesn't know, or names no zone that others know. */
export function deviceZone(): string {
  return readZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
}

/** A zone by its name, such as what the browser has said of itself; null for what is none. */
export function readZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
