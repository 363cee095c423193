import { answerPersonalData } from "@/server/trpc/personal-data-file";

/** All personal data held about the signed-in user. */
export async function GET(request: Request): Promise<Response> {
  return answerPersonalData(request.headers, null);
}
