import { parseRecordId, type RecordId } from "@/server/platform/ids";

/** The network's channels. The slug is for people, the record id is what records keep. */
const CHANNELS = [
  { id: parseRecordId("CHANpointOfSale01"), slug: "point-of-sale" },
  { id: parseRecordId("CHANeCommerce0001"), slug: "e-commerce" },
  { id: parseRecordId("CHANrecurring0001"), slug: "recurring" },
  { id: parseRecordId("CHANmailPhone0001"), slug: "mail-phone" },
] as const;

/** Where charges without the member come through. */
export const RECURRING_CHANNEL = CHANNELS[2].id;

export function findChannel(idOrSlug: string): RecordId | null {
  return CHANNELS.find((channel) => channel.id === idOrSlug || channel.slug === idOrSlug)?.id ?? null;
}
