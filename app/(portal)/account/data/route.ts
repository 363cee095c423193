import { answerPersonalData } from "@/server/trpc/personal-data-file";

/** All that is held about the signed-in person. */
export async function GET(request: Request): Promise<Response> {
  return answerPersonalData(request.headers, null);
}
