import { answerListCsv } from "@/server/trpc/lists/tenant";

interface Context {
  readonly params: Promise<{ readonly slug: string; readonly environment: string; readonly list: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug: tenant, environment, list } = await params;
  return answerListCsv(request.headers, { tenant, environment, list, filters: new URL(request.url).searchParams });
}
