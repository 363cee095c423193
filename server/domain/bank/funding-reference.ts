const MODULUS = 97n;
const [MIN_BODY, MAX_BODY] = [8, 14];

/** ISO 7064 MOD 97-10: letters count from 10 on. */
function checkDigitsOf(body: string): string {
  const digits = [...`${body}RF00`].map((letter) => Number.parseInt(letter, 36)).join("");
  return (98n - (BigInt(digits) % MODULUS)).toString().padStart(2, "0");
}

/** The ISO 11649 reference of an account, to be written on transfers: `RF` and digits, without spaces. It names nobody. */
export function fundingReferenceOf(fundingNumber: bigint): string {
  const body = fundingNumber.toString();
  return `RF${checkDigitsOf(body)}${body}`;
}

/** However payers space it, not within a longer word. */
const WRITTEN = /(?<![0-9A-Z])RF ?((?:\d ?){10,16})/gi;

/**
 * The numbers that valid references in a text may name. More than one if there are several references, or if what follows one
 * could belong to it: only an account says which.
 */
export function findFundingNumbers(text: string): bigint[] {
  const found = new Set<bigint>();
  for (const [, written = ""] of text.matchAll(WRITTEN)) {
    const digits = written.replaceAll(" ", "");
    const check = digits.slice(0, 2);
    for (let length = MIN_BODY; length <= MAX_BODY && length + 2 <= digits.length; length += 1) {
      const body = digits.slice(2, length + 2);
      if (!body.startsWith("0") && check === checkDigitsOf(body)) found.add(BigInt(body));
    }
  }
  return [...found];
}
