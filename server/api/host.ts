import { closeRedis } from "@/server/platform/limiters";
import { nodeHost } from "./hosts/node";
import { Routes } from "./kit/dispatch";
import { MERCHANT_ENDPOINTS } from "./merchant-v1";
import { V1_ENDPOINTS } from "./v1";

/** /v1 and /merchant/v1. */
export const ROUTES = new Routes([...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS]);

/** The fast host: answers /v1 and /merchant/v1 without passing through Next. */
export const handleApi = nodeHost(ROUTES);

/** Ends the connections that the kit holds beside the database. */
export function closeSharedState(): void {
  closeRedis();
}
