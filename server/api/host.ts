import type { Connection } from "@/server/platform/connection";
import { closeRedis } from "@/server/platform/limiters";
import { dispatch } from "./kit/dispatch";

import { MERCHANT_ENDPOINTS } from "./merchant-v1";
import { V1_ENDPOINTS } from "./v1";

const ENDPOINTS = [...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS];

/** The fast host: answers /v1 and /merchant/v1 without passing through Next. */
export async function handleRequest(request: Request, connection: Connection): Promise<Response> {
  return dispatch(ENDPOINTS, request, connection);
}

/** Ends the connections that the kit holds beside the database. */
export function closeSharedState(): void {
  closeRedis();
}
