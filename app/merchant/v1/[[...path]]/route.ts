import { bindRoute } from "@/server/api/bind-route";

/** Unknown paths answer 404 with the API's error body. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute();
