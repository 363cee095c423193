import { answerPaymentFile } from "@/server/trpc/payment-file";

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  return answerPaymentFile(request.headers, { id, environment: new URL(request.url).searchParams.get("environment") });
}
