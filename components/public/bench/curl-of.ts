import { BENCH_CAPS } from "@/server/contracts/demo";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { JSON_BODY, MERCHANT, TENANT } from "../landing/demo/curls";
import { type RunState, stateAfter } from "./run-state";

/** A curl command that repeats step `at` with the sandbox's public keys. */
export function curlOf(baseUrl: string, steps: readonly BenchStep[], at: number): string {
  const step = steps[at];
  return step ? curlAfter(baseUrl, step, stateAfter(steps.slice(0, at))) : "";
}

function curlAfter(baseUrl: string, { act, amount, result }: BenchStep, before: RunState): string {
  const { payment } = before.paid ?? {};
  const { code = "YOUR_CODE" } = before.code ?? {};
  const authorizationId = payment?.authorizationId ?? "YOUR_AUTHORIZATION_ID";
  const recordId = payment?.recordId ?? "YOUR_RECORD_ID";
  const part = amount === null ? {} : { amount };
  switch (act) {
    case "code":
      return post(baseUrl, "/v1/sandbox/member-codes", TENANT, {
        member: "TESTmemberRobin01",
        maxAmount: amount ?? BENCH_CAPS[0],
      });
    case "sale":
      return post(baseUrl, "/merchant/v1/paymentcodes/sale", MERCHANT, { paymentCode: code, ...part });
    case "hold":
      return post(baseUrl, "/merchant/v1/transactions/authorize", MERCHANT, {
        paymentMethod: { type: "paymentCode", paymentCode: code },
        ...part,
      });
    case "capture":
    case "void":
      return post(baseUrl, `/merchant/v1/transactions/${act}`, MERCHANT, { authorizationId, ...part });
    case "refund": {
      const named = result.kind === "payment" ? result.transactionId : before.transactionId;
      return post(baseUrl, "/merchant/v1/transactions/refund", MERCHANT, {
        transactionId: named ?? "YOUR_TRANSACTION_ID",
        ...part,
      });
    }
    case "increment":
      return post(baseUrl, `/v1/authorizations/${recordId}/increment`, TENANT, part);
    case "allow":
      return post(baseUrl, `/v1/sandbox/authorizations/${recordId}/rescue`, TENANT, {});
  }
}

/** The shell creates a new key per run; nanoseconds distinguish steps within one second. */
const NEW_KEY = '-H "Idempotency-Key: bench-$(date +%s%N)"';

function post(baseUrl: string, path: string, credentials: string, body: object): string {
  return `curl -s ${baseUrl}${path} \\
  ${credentials} \\
  ${NEW_KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify(body)}'`;
}
