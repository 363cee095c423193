import type { TestMerchant } from "../factories/merchants";
import type { TestTenant } from "../factories/tenants";

export type Sender = Pick<TestTenant, "publicKey" | "secret"> | Pick<TestMerchant, "key">;

export function credentialsOf(sender: Sender): Record<string, string> {
  if ("key" in sender) return { authorization: `Bearer ${sender.key}` };
  return { "x-api-key": sender.publicKey, authorization: `Bearer ${sender.secret}` };
}
