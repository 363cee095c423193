import { answerNetworkCsv } from "@/server/trpc/network-csv";

interface Context {
  readonly params: Promise<{ readonly list: string }>;
}

/** A list of the operators as CSV, filtered as the address says. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { list } = await params;
  return answerNetworkCsv(request.headers, { list, filters: new URL(request.url).searchParams });
}
