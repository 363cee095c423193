import { changesFeed, readApiChanges } from "@/server/api/docs/read-api-changes";
import { siteAddress } from "@/server/api/docs/site-address";
import { textResponse } from "@/server/api/docs/text-response";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return textResponse(changesFeed(await readApiChanges(), siteAddress().origin), "atom");
}
