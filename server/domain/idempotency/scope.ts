import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";

/** Who sends a key: a program by its own key, a person in one of their places in the portal, or a visitor of the bench. */
type Sender =
  | { readonly kind: "tenant"; readonly tenantId: TenantId; readonly environment: string }
  | { readonly kind: "merchant"; readonly merchantId: MerchantId }
  | { readonly kind: "staff"; readonly tenantId: TenantId; readonly environment: string; readonly userId: string }
  | { readonly kind: "member"; readonly memberId: MemberId; readonly userId: string }
  | { readonly kind: "operator"; readonly environment: string; readonly userId: string }
  | { readonly kind: "visitor"; readonly codeId: string };

/** Whose keys these are: the sender's, all API keys of a tenant being one. Keys of different scopes never meet. */
export function scopeOf(sender: Sender): string {
  switch (sender.kind) {
    case "tenant":
      return `tenant:${sender.tenantId}:${sender.environment}`;
    case "merchant":
      return `merchant:${sender.merchantId}`;
    case "staff":
      return `staff:${sender.tenantId}:${sender.environment}:${sender.userId}`;
    case "member":
      return `member:${sender.memberId}:${sender.userId}`;
    case "operator":
      return `operator:${sender.environment}:${sender.userId}`;
    case "visitor":
      return `visitor:${sender.codeId}`;
  }
}
