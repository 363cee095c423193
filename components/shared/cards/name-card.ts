const SHOWN = 4;

/** `Card ··4Tz9`: how people distinguish cards, the same wherever they speak of one. Of its id, not of its token. */
export function nameCard(id: string): string {
  return `Card ··${endOfCard(id)}`;
}

/** What is typed to close it. */
export function endOfCard(id: string): string {
  return id.slice(-SHOWN);
}
