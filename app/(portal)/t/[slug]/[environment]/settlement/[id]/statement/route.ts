import { answerStatementCsv } from "@/server/trpc/statement-csv";

interface Context {
  readonly params: Promise<{ readonly slug: string; readonly environment: string; readonly id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug: tenant, environment, id } = await params;
  return answerStatementCsv(request.headers, { tenant, environment, id });
}
