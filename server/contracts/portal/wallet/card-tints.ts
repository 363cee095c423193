export const CARD_TINTS = ["teal", "green", "plum", "rust", "slate"] as const;

export type CardTint = (typeof CARD_TINTS)[number];

export function isCardTint(text: string): text is CardTint {
  return (CARD_TINTS as readonly string[]).includes(text);
}

export const MAX_CARD_NAME = 30;
