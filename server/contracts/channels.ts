/** The network's channels. The slug is for people, the record id is what records keep. */
export const CHANNELS = {
  "point-of-sale": "CHANpointOfSale01",
  "e-commerce": "CHANeCommerce0001",
  recurring: "CHANrecurring0001",
  "mail-phone": "CHANmailPhone0001",
} as const;

const idBySlug = new Map<string, string>(Object.entries(CHANNELS));

/** A channel by either name as its record id, so that both mean the same; any other text as it is. */
export function toChannelId(idOrSlug: string): string {
  return idBySlug.get(idOrSlug) ?? idOrSlug;
}
