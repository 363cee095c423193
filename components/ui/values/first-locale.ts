/**
 * The first language of a browser that `Intl` knows, always with the Gregorian calendar and ASCII digits: days and amounts are
 * typed, compared, and sent to others as the API has them, so a page writes them in one way.
 */
export function firstLocale(acceptLanguage: string | null): string {
  const [first = ""] = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  return new Intl.Locale(known(first), { calendar: "gregory", numberingSystem: "latn" }).toString();
}

function known(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}
