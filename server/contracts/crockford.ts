import { foldDigits } from "./text/digits";

/** Crockford's base32: no I, L, O, or U, so that codes survive being read out and written down. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Hyphens and dashes of any kind, characters that keyboards substitute for them, blanks, and invisible characters. */
const BETWEEN = /[\p{Pd}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u02D7\u2043\u2212\u2800\u30FC]/gu;

export function foldCode(text: string): string {
  return foldDigits(text.normalize("NFKC")).replace(BETWEEN, "");
}

/** Normalizes a typed or copied code: folded, upper case, with 1 for I and L, and 0 for O. */
export function normalizeCrockford(text: string): string {
  return foldCode(text).toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
}

export function isCrockford(text: string, length: number): boolean {
  return text.length === length && [...text].every((character) => CROCKFORD.includes(character));
}
