import { foldNumber } from "@/server/contracts/text/digits";

/** A whole number from text: undefined if empty, and NaN, which contracts reject, if invalid. Spaces alone are invalid. */
export function countInput(text: string): number | undefined {
  if (text === "") return undefined;
  const plain = foldNumber(text);
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}
