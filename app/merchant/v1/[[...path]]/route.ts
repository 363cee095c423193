import { bindRoute } from "@/server/api/bind-route";

/** Every address that no other route answers: 404 in the error body of the surface. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute();
