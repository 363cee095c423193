import { answerPersonalData } from "@/server/trpc/personal-data-file";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return answerPersonalData(request.headers, { id, environment: new URL(request.url).searchParams.get("environment") });
}
