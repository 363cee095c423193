import type { RecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";

/** What a user may be, with the names a person knows it by. */
export type Role =
  | {
      readonly kind: "member";
      readonly memberId: RecordId;
      readonly memberName: string;
      readonly tenantId: RecordId;
      readonly tenantTitle: string;
      readonly environment: Environment;
    }
  | {
      readonly kind: "tenant_owner" | "tenant_admin" | "tenant_developer" | "tenant_viewer";
      readonly tenantId: RecordId;
      readonly tenantTitle: string;
    }
  | { readonly kind: "network_operator" };
