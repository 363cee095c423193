import { NEXT_HANDLERS } from "@/server/api/host";

/** For hosts that show no socket; otherwise every request of the API comes to `app/v1`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = NEXT_HANDLERS;
