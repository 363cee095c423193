import type { Connection } from "./kit/connection";
import { dispatch } from "./kit/dispatch";
import { V1_ENDPOINTS } from "./v1";

/** The fast host: answers /v1 and /merchant/v1 without passing through Next. */
export async function handleRequest(request: Request, connection: Connection): Promise<Response> {
  return dispatch(V1_ENDPOINTS, request, connection);
}
