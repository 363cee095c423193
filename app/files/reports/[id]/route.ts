import { answerReportFile } from "@/server/api/report-file";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** Serves a report's file by signed link. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return answerReportFile(request.headers, { id, search: new URL(request.url).searchParams });
}
