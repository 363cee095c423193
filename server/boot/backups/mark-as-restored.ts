import { skipAuthorizationNumbers } from "@/server/domain/authorizations";
import { markRestored } from "@/server/domain/restores";
import { endEverySession } from "@/server/domain/users";
import { now as currentTime } from "@/server/platform/clock";

/**
 * Prepares a restored database before anyone uses it. The mark is written first: if a later step fails, nothing is served or
 * sent from it, and everything can be repeated. Returns messages for the operator.
 */
export async function markAsRestored({ dataAt }: { readonly dataAt: Date }): Promise<string[]> {
  const now = currentTime();
  await markRestored({ dataAt, now });
  const passed = await skipAuthorizationNumbers({ dataAt, now });
  const ended = await endEverySession({ now });
  return [
    `It holds what was answered by ${dataAt.toISOString()}. It sends nothing, and no start serves from it, until it is released.`,
    `${passed} authorization numbers were passed over, since they may have been given out. ${ended} sessions were ended.`,
    "Next: npm run restore:list says what others may know of the time since; npm run restore:release puts it in service.",
  ];
}
