import assert from "node:assert/strict";
import { test } from "node:test";
import { firstLocale } from "../../values/first-locale";
import { dayPattern, firstWeekday, isWholeDay, readDay, writeDay } from "./read-day";

const TODAY = "2026-11-27";

for (const [text, locale, day] of [
  ["3/4/2026", "en-US", "2026-03-04"],
  ["3/4/2026", "en-GB", "2026-04-03"],
  ["3.4.2026", "de-DE", "2026-04-03"],
  ["2026/4/3", "ja-JP", "2026-04-03"],
  ["2026-04-03", "en-US", "2026-04-03"],
  ["3/4", "en-US", "2026-03-04"],
  ["3/4", "en-GB", "2026-04-03"],
  ["3/4/25", "en-GB", "2025-04-03"],
  ["27 nov", "en-US", "2026-11-27"],
  ["Nov 27, 2025", "en-GB", "2025-11-27"],
  ["27. März 2026", "de-DE", "2026-03-27"],
  ["27 March 2026", "de-DE", "2026-03-27"],
  ["today", "en-US", TODAY],
  ["Yesterday", "en-US", "2026-11-26"],
  ["tomorrow", "en-US", "2026-11-28"],
  ["29/2/2027", "en-GB", null],
  ["31/4/2026", "en-GB", null],
  ["1/2/0026", "en-GB", "2026-02-01"],
  ["1/2/1026", "en-GB", null],
  ["13/13/2026", "en-GB", null],
  ["27", "en-GB", null],
  ["soon", "en-GB", null],
  ["27/11/2569", "th-TH", null],
  ["27 พ.ย. 2569", "th-TH", null],
  ["٢٧/١١/٢٠٢٦", "ar-EG", "2026-11-27"],
  ["२७/११/२०२६", "hi-IN", "2026-11-27"],
  ["", "en-GB", null],
] as const) {
  test(`“${text}” in ${locale} is ${day ?? "no day"}`, () => assert.equal(readDay(text, locale, TODAY), day));
}

/** A locale of each language that `Intl` knows, and of regions with calendars and orders of their own. */
const LOCALES = [
  ...[..."abcdefghijklmnopqrstuvwxyz"].flatMap((one) =>
    [..."abcdefghijklmnopqrstuvwxyz"].flatMap((other) => Intl.DateTimeFormat.supportedLocalesOf(one + other)),
  ),
  ...["en-US", "en-CA", "en-ZA", "fr-CA", "es-MX", "pt-BR", "zh-TW", "sr-Latn", "ar-EG", "ar-SA", "fa-AF", "th-TH"],
  ...["th-TH-u-nu-thai", "ja-JP-u-ca-japanese", "fil", "haw", "yue"],
];

test("a written day is read as the same day, in every locale", () => {
  assert.ok(LOCALES.length > 90);
  const days = ["2026-01-02", "2026-02-28", "2026-03-31", "2026-05-31", "2026-09-09", "2026-12-12"];
  const wrong = LOCALES.flatMap((locale) =>
    days
      .map((day) => [locale, writeDay(day, locale), day, readDay(writeDay(day, locale), locale, TODAY)] as const)
      .filter(([, , day, read]) => day !== read),
  );
  assert.deepEqual(wrong, []);
});

test("the page’s locale writes Gregorian days and ASCII digits, whatever the browser’s calendar", () => {
  for (const language of ["th-TH,th;q=0.9", "fa-IR", "ar-EG", "ar-SA", "ja-JP-u-ca-japanese", "mr-IN", "my-MM", "bn"]) {
    const locale = firstLocale(language);
    assert.match(locale, /-u-ca-gregory-nu-latn$/);
    const day = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" }).format(new Date(TODAY));
    assert.match(day, /26/);
    assert.doesNotMatch(day, /(?![0-9])\p{Nd}/u);
  }
  assert.equal(firstLocale("!"), "en-US-u-ca-gregory-nu-latn");
});

test("a language that browsers write differently gives way to the next one", () => {
  for (const [asked, first] of [
    ["ckb-IQ,ckb;q=0.9,ar-IQ;q=0.8", "ar-IQ"],
    ["my-MM", "en-US"],
    ["ne-NP,ne;q=0.9", "en-US"],
    ["de-CH,de;q=0.9,en;q=0.8", "de-CH"],
    ["eu,es-ES;q=0.9", "es-ES"],
    [null, "en-US"],
  ] as const) {
    assert.equal(firstLocale(asked), `${first}-u-ca-gregory-nu-latn`);
  }
});

test("a day is whole once its year is", () => {
  for (const text of ["2026-11-27", "27/11/2026", "Nov 27, 2026", "27.11.2026"]) assert.ok(isWholeDay(text), text);
  for (const text of ["2026-11-2", "27/11/202", "Nov 27", "2026", ""]) assert.ok(!isWholeDay(text), text);
});

test("the pattern and the first day of the week are the locale’s", () => {
  assert.deepEqual(["en-US", "en-GB", "de-DE"].map(dayPattern), ["mm/dd/yyyy", "dd/mm/yyyy", "dd.mm.yyyy"]);
  assert.deepEqual(["en-US", "en-GB", "de-DE"].map(firstWeekday), [0, 1, 1]);
});
