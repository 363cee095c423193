import { answerPersonalData } from "@/server/trpc/personal-data-file";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** All personal data held about a member, for the operator who handles the member's request. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return answerPersonalData(request.headers, { id, environment: new URL(request.url).searchParams.get("environment") });
}
