import { DAY_MS } from "@/server/platform/clock";

/** Merchant categories whose final amount is known late: lodging and car rental (ranges are the brands'). */
const LATE_AMOUNT_MCCS = [
  { from: 3351, to: 3441 },
  { from: 3501, to: 3999 },
  { from: 7011, to: 7012 },
  { from: 7512, to: 7513 },
  { from: 7519, to: 7519 },
] as const;

/** How long a hold stands (design 6): the first row that fits. */
const HOLD_LENGTHS: readonly { readonly days: number; fits(mcc: string | null, mode: string | null): boolean }[] = [
  { days: 30, fits: (mcc) => LATE_AMOUNT_MCCS.some(({ from, to }) => Number(mcc) >= from && Number(mcc) <= to) },
  { days: 3, fits: (_, mode) => mode === "01" },
  { days: 7, fits: () => true },
];

export function holdExpiry(from: Date, mcc: string | null, mode: string | null): Date {
  const days = HOLD_LENGTHS.find((row) => row.fits(mcc, mode))?.days ?? 7;
  return new Date(from.getTime() + days * DAY_MS);
}
