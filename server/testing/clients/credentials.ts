import type { TestMerchant } from "../factories/merchants";
import type { TestTenant } from "../factories/tenants";

type TenantKey = Pick<TestTenant, "publicKey" | "secret">;

export type Sender = (TenantKey & { readonly actsFor?: string }) | Pick<TestMerchant, "key">;

/** The tenant's key in place of its merchant's. */
export function actingFor({ publicKey, secret }: TenantKey, { id }: { readonly id: string }): Sender {
  return { publicKey, secret, actsFor: id };
}

export function credentialsOf(sender: Sender): Record<string, string> {
  if ("key" in sender) return { authorization: `Bearer ${sender.key}` };
  const { publicKey, secret, actsFor } = sender;
  const credentials = { "x-api-key": publicKey, authorization: `Bearer ${secret}` };
  return actsFor === undefined ? credentials : { ...credentials, "x-merchant": actsFor };
}
