const DIGIT = /\p{Nd}/u;

/** Decimal digits of every script become ASCII: `٣`, `३`, and `３` are 3. Each script has its ten in a row, from zero. */
export function foldDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let zero = point;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((point - zero) % 10);
  });
}

/** Typed numbers with ASCII digits, signs, and separators. */
export function foldNumber(text: string): string {
  return foldDigits(text.normalize("NFKC")).replace(/[٫]/g, ".").replace(/[٬]/g, ",").trim();
}
