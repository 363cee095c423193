import { NEXT_HANDLERS } from "@/server/api/host";

/** Every endpoint of both surfaces is found by the path that its contract has. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = NEXT_HANDLERS;
