import { foldNumber } from "@/server/contracts/text/digits";

/** A whole number from text: undefined if empty, and NaN, which contracts reject, if invalid. */
export function countInput(text: string): number | undefined {
  const plain = foldNumber(text);
  if (plain === "") return undefined;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}
