/**
 * The active currencies of ISO 4217 by the digits each has after the decimal point: List One of SIX, its maintenance
 * agency, as published on 2026-09-17. Left out are metals, units of account and test codes, which have no minor unit.
 * Intl is no source for this: it has currencies that have ended, and decimals that differ (two of IQD's three, say).
 * One that ISO retires leaves this list only when no account is held in it.
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

/** Of a currency that is not known: as many as any has. */
const MOST_DECIMALS = 4;

/** The smallest unit that any currency has. */
export const LEAST_UNIT = 0.0001;

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, Number(decimals)]),
  ),
);

export function isCurrency(code: string): code is Currency {
  return DECIMALS.has(code);
}

/** Of an amount that names no currency, where the contract says so (contract 2.1), and of a new tenant's first account. */
export const DEFAULT_CURRENCY = "USD" satisfies Currency;

/** All of the network's, by code. */
export const CURRENCIES: readonly Currency[] = [...DECIMALS.keys()].filter(isCurrency).sort();

export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? MOST_DECIMALS;
}

/** Minor units with all decimals of the currency, as programs write them: `7.50`, `-700`. */
export function minorText(minor: bigint, currency: string): string {
  const digits = decimalsOf(currency);
  const sign = minor < 0n ? "-" : "";
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = `${sign}${text.slice(0, text.length - digits)}`;
  return digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`;
}

/** The option that gives Intl the currency's decimals. */
export function inCurrency(currency: string) {
  const decimals = decimalsOf(currency);
  return { style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const;
}
