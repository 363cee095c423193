/** Crockford's base32: no I, L, O or U, so that a code survives being read out and written down. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Hyphens and dashes of every kind, blanks, and what shows nothing: copied text brings them along. */
const BETWEEN = /[\p{Pd}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212]/gu;

/** A code's letters and digits as an ordinary keyboard has them, with nothing between. */
export function foldCode(text: string): string {
  return text.normalize("NFKC").replace(BETWEEN, "");
}

/** What a person typed or copied, as it was meant: folded, in upper case, I and L for 1, O for 0. */
export function normalizeCrockford(text: string): string {
  return foldCode(text).toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
}

export function isCrockford(text: string, length: number): boolean {
  return text.length === length && [...text].every((character) => CROCKFORD.includes(character));
}
