/** Crockford's base32: no I, L, O or U, so that a code survives being read out and written down. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What a person typed, as it was meant: upper case, I and L for 1, O for 0, no hyphens or spaces. */
export function normalizeCrockford(text: string): string {
  return text.toUpperCase().replace(/[-\s]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
}

export function isCrockford(text: string, length: number): boolean {
  return text.length === length && [...text].every((character) => CROCKFORD.includes(character));
}
