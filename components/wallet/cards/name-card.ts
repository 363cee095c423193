const SHOWN = 4;

/** `Card ··4Tz9`: how a person distinguishes cards. Of the card's id; its token is shown nowhere. */
export function nameCard(id: string): string {
  return `Card ··${id.slice(-SHOWN)}`;
}
