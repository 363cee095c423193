import { ROUTES } from "@/server/api/host";
import { answerWeb } from "@/server/api/hosts/web";
import type { Connection } from "@/server/platform/connection";

export function handleRequest(request: Request, connection: Connection): Promise<Response> {
  return answerWeb(ROUTES, request, connection);
}
