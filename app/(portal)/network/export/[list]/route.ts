import { answerNetworkCsv } from "@/server/trpc/lists/network";

interface Context {
  readonly params: Promise<{ readonly list: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { list } = await params;
  return answerNetworkCsv(request.headers, { list, filters: new URL(request.url).searchParams });
}
