import { answerLogo } from "@/server/api/brand-logo";

interface Context {
  readonly params: Promise<{ readonly tenant: string; readonly logo: string }>;
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerLogo(await params);
}
