/** Slugs are for people; records store the record id. */
export const CHANNELS = {
  "point-of-sale": "CHANpointOfSale01",
  "e-commerce": "CHANeCommerce0001",
  recurring: "CHANrecurring0001",
  "mail-phone": "CHANmailPhone0001",
} as const;

const idBySlug = new Map<string, string>(Object.entries(CHANNELS));

/** Accepts slug or record id, so that both mean the same. Other text is returned unchanged. */
export function toChannelId(idOrSlug: string): string {
  return idBySlug.get(idOrSlug) ?? idOrSlug;
}
