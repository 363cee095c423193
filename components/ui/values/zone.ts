/** The viewer's time zone, in a cookie, so that the server renders the same times as the browser. */
export const ZONE_COOKIE = "closed-loop.zone";

const A_YEAR_S = 365 * 24 * 60 * 60;

export function storeZone(zone: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax${secure}`;
}

/** The names that browsers keep for zones whose name has changed. */
const NAMED_ANEW: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** A zone by the name it has today: Asia/Kolkata for Asia/Calcutta. */
export function zoneOfToday(zone: string): string {
  return NAMED_ANEW[zone] ?? zone;
}

/** `America/New York`. */
export function nameZone(zone: string): string {
  return zoneOfToday(zone).replaceAll("_", " ");
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
