import { closeRedis } from "@/server/platform/limiters";
import { nodeHost } from "./hosts/node";
import { nextHost } from "./hosts/web";
import { Routes } from "./kit/dispatch";
import { MERCHANT_ENDPOINTS } from "./merchant-v1";
import { V1_ENDPOINTS } from "./v1";

export const ROUTES = new Routes([...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS]);

export const handleApi = nodeHost(ROUTES);

export const NEXT_HANDLERS = nextHost(ROUTES);

export function closeSharedState(): void {
  closeRedis();
}
