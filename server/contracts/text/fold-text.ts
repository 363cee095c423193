/** Letters that aren't a base letter with a mark. */
export const LETTERS_WITH_STROKES = { from: "łøđħŧı", to: "lodhti" } as const;
export const LETTERS_AS_TWO = { ß: "ss", æ: "ae", œ: "oe" } as const;

const STROKES = new Map([...LETTERS_WITH_STROKES.from].map((letter, at) => [letter, LETTERS_WITH_STROKES.to[at]]));

/**
 * Text as searches compare it: without case, accents, and ways of encoding, so that `cafe` finds Café, `zoe` Zoë, and `lukasz`
 * Łukasz. `hasText` does the same in SQL.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/g, "")
    .toLowerCase()
    .replace(/[łøđħŧı]/g, (letter) => STROKES.get(letter) ?? letter)
    .replace(/[ßæœ]/g, (letter) => LETTERS_AS_TWO[letter as keyof typeof LETTERS_AS_TWO]);
}
