/** A whole number as a person types it: undefined where nothing was typed; what is none is refused by the contract. */
export function countInput(text: string): number | undefined {
  const plain = text.trim();
  if (plain === "") return undefined;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}
