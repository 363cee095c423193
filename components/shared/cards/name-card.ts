const SHOWN = 4;

/** `Card ··4Tz9`: the end of the card's id, never of its token. */
export function nameCard(id: string): string {
  return `Card ··${endOfCard(id)}`;
}

/** Typed to confirm that the card is closed. */
export function endOfCard(id: string): string {
  return id.slice(-SHOWN);
}
