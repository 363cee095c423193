import { answerManifest } from "@/server/api/brand-manifest";

interface Context {
  readonly params: Promise<{ readonly tenant: string }>;
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerManifest((await params).tenant);
}
