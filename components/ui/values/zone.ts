/** The viewer's time zone, in a cookie, so that the server renders the same times as the browser. */
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

/** The device's time zone. UTC if it is unknown or invalid. */
export function deviceZone(): string {
  return readZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
}

/** The canonical name of a time zone. Null if it is invalid. */
export function readZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
