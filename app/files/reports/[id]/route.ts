import { answerReportFile } from "@/server/api/report-file";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** A report's file, by a signed link. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return answerReportFile({ id, search: new URL(request.url).searchParams });
}
