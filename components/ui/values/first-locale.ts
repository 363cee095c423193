/**
 * The languages that Chromium knows whole. It writes others as one of its own, so that a page from the server would change in the
 * browser, and React would throw it away.
 */
export const LANGUAGES = [
  ..."af am ar bg bn ca cs da de el en es et fa fi fil fr gu he hi hr hu id it ja kn ko".split(" "),
  ..."lt lv ml mr ms nb nl no pl pt ro ru sk sl sr sv sw ta te th tr uk ur vi zh".split(" "),
];

/**
 * The first language of a browser that server and browser know, always with the Gregorian calendar and ASCII digits: days and
 * amounts are typed, compared, and sent to others as the API has them, so a page writes them in one way.
 */
export function firstLocale(acceptLanguage: string | null): string {
  const asked = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  const locale = asked.map(known).find((one) => one !== null) ?? "en-US";
  return new Intl.Locale(locale, { calendar: "gregory", numberingSystem: "latn" }).toString();
}

function known(tag: string): string | null {
  try {
    const locale = Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? "";
    return LANGUAGES.includes(new Intl.Locale(locale).language) ? locale : null;
  } catch {
    return null;
  }
}
