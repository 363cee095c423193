import { CHANNELS, toChannelId } from "@/server/contracts/channels";
import { parseRecordId, type RecordId } from "@/server/platform/ids";

const IDS = Object.values(CHANNELS).map((id) => parseRecordId(id));

export const RECURRING_CHANNEL = parseRecordId(CHANNELS.recurring);

export function findChannel(idOrSlug: string): RecordId | null {
  return IDS.find((id) => id === toChannelId(idOrSlug)) ?? null;
}
