import type { Connection } from "./kit/connection";
import { dispatch } from "./kit/dispatch";
import { closeRedis } from "./kit/limiters";
import { V1_ENDPOINTS } from "./v1";

/** The fast host: answers /v1 and /merchant/v1 without passing through Next. */
export async function handleRequest(request: Request, connection: Connection): Promise<Response> {
  return dispatch(V1_ENDPOINTS, request, connection);
}

/** Ends the connections that the kit holds beside the database. */
export function closeSharedState(): void {
  closeRedis();
}
