import type { Workbench } from "@/server/domain/queries";
import { presentAuthorizationStory, presentTenantAuthorization } from "./authorizations";
import { presentRequest } from "./requests";

export function presentWorkbench({ story, others, requests }: Workbench, now: Date) {
  return {
    story: story && presentAuthorizationStory(story, now),
    others: others.map((item) => presentTenantAuthorization(item, now)),
    requests: requests.map(({ record, bodies }) => ({ ...presentRequest(record), bodies })),
  };
}
