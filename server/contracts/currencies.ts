/**
 * The active currencies of ISO 4217 by number of decimals: List One of SIX, its maintenance agency, as published on 2026-09-17.
 * Without metals, units of account, and test codes, which have no minor unit. Don't use Intl for this: it includes retired
 * currencies and wrong decimals (two of IQD's three, for example). Remove a retired currency only when no account holds it.
 */
const CODES = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY \
COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR \
IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD \
NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
} as const;

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

export type Currency = Words<(typeof CODES)[keyof typeof CODES]>;

/** For unknown currencies: the most that any currency has. */
const MOST_DECIMALS = 4;

export const LEAST_UNIT = 0.0001;

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, Number(decimals)]),
  ),
);

export function isCurrency(code: string): code is Currency {
  return DECIMALS.has(code);
}

/** For amounts without a currency, where the contract allows that (contract 2.1), and for a new tenant's first account. */
export const DEFAULT_CURRENCY = "USD" satisfies Currency;

export const CURRENCIES: readonly Currency[] = [...DECIMALS.keys()].filter(isCurrency).sort();

export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? MOST_DECIMALS;
}

/** With all decimals of the currency, for machines: `7.50`, `-700`. */
export function minorText(minor: bigint, currency: string): string {
  const digits = decimalsOf(currency);
  const sign = minor < 0n ? "-" : "";
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = `${sign}${text.slice(0, text.length - digits)}`;
  return digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`;
}

export function inCurrency(currency: string) {
  const decimals = decimalsOf(currency);
  return { style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
}
