import { z } from "zod";
import { authorize } from "../../../authorize";
import { findTenant } from "../../../find-tenant";

const Body = z.object({ panToken: z.string(), amount: z.number().positive(), merchant: z.string() });

/** `plain stack`: the endpoint as a team would first write it. */
export async function POST(request: Request): Promise<Response> {
  const apiKey = await findTenant(request.headers);
  if (!apiKey) return Response.json({ error: { code: "unauthorized" } }, { status: 401 });
  const key = request.headers.get("idempotency-key");
  if (!key) return Response.json({ error: { code: "idempotency_key_required" } }, { status: 400 });
  const body = Body.safeParse(await request.json());
  if (!body.success) return Response.json({ error: { code: "validation_error" } }, { status: 400 });
  const { panToken, amount, merchant: merchantId } = body.data;
  const answer = await authorize(apiKey, { key, panToken, merchantId, amountMinor: Math.round(amount * 100) });
  return Response.json(answer.body, { status: answer.status });
}
