import { answerPersonalData } from "@/server/trpc/personal-data-file";

export async function GET(request: Request): Promise<Response> {
  return answerPersonalData(request.headers, null);
}
