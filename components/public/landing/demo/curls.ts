import { DEMO_AMOUNTS, DEMO_CAP } from "@/server/contracts/demo";
import type { Play } from "./play";

export const JSON_BODY = '-H "Content-Type: application/json"';
export const MERCHANT = '-H "Authorization: Bearer mk_test_closedloop_cafe_public"';
export const TENANT = `-H "X-API-Key: pk_test_closedloop_sandbox" \\
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret"`;

/** A fresh idempotency key for each write. */
const keyOf = (name: string) => `-H "Idempotency-Key: ${name}-$(date +%s)"`;

export function curlsOf(baseUrl: string, { code, payment, busy }: Pick<Play, "code" | "payment" | "busy">) {
  const charged = typeof busy === "number" ? busy : (payment?.amount ?? DEMO_AMOUNTS[0]);
  return {
    makeCode: `curl -s ${baseUrl}/v1/sandbox/member-codes \\
  ${TENANT} \\
  ${keyOf("code")} \\
  ${JSON_BODY} \\
  -d '{"member":"TESTmemberRobin01","maxAmount":${DEMO_CAP}}'`,
    charge: `curl -s ${baseUrl}/merchant/v1/paymentcodes/sale \\
  ${MERCHANT} \\
  ${keyOf("sale")} \\
  ${JSON_BODY} \\
  -d '{"paymentCode":"${code?.code ?? "YOUR_CODE"}",
       "amount":${charged.toFixed(2)}}'`,
    look: `curl -s ${baseUrl}/v1/authorizations/${payment?.recordId ?? "YOUR_RECORD_ID"} \\
  ${TENANT}`,
  };
}
