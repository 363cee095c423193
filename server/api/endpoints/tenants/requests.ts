import { tenantList } from "@/server/api/kit/list-endpoint";
import { listRequests } from "@/server/contracts/rest/reading-back/requests";
import { requestList } from "@/server/domain/request-log";
import { presentRequestRecord } from "@/server/presenters/rest/requests";

export const listRequestsEndpoint = tenantList(listRequests, requestList, presentRequestRecord);
