import type { Brand } from "@/server/contracts/brand/looks";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, TenantRole } from "../caller";

/** What a user may be, with the names a person knows it by. */
export type Role =
  | {
      readonly kind: "member";
      readonly memberId: MemberId;
      readonly memberName: string;
      readonly tenantId: TenantId;
      readonly tenantTitle: string;
      /** What its wallet looks like. */
      readonly brand: Brand;
      readonly environment: Environment;
      /** Of the tenant's sandbox clock. */
      readonly clockAheadMs: number;
    }
  | {
      readonly kind: "tenant";
      readonly role: TenantRole;
      readonly tenantSlug: string;
      readonly tenantId: TenantId;
      readonly tenantTitle: string;
    }
  | { readonly kind: "network_operator" };
