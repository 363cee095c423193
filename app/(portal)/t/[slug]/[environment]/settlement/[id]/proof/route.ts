import { answerStatementProof } from "@/server/trpc/statement-proof";

interface Context {
  readonly params: Promise<{ readonly slug: string; readonly environment: string; readonly id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug: tenant, environment, id } = await params;
  return answerStatementProof(request.headers, { tenant, environment, id });
}
