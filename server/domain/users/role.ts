import type { Brand } from "@/server/contracts/brand/looks";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, TenantRole } from "../caller";

export type Role =
  | {
      readonly kind: "member";
      readonly memberId: MemberId;
      readonly memberName: string;
      readonly tenantId: TenantId;
      readonly tenantTitle: string;
      readonly brand: Brand;
      readonly environment: Environment;
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
