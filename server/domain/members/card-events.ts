import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import type { NewEvent } from "../webhooks";

interface ChangedCard {
  readonly id: string;
  readonly last4: string;
  readonly memberId: MemberId;
  readonly tenantId: TenantId;
  readonly environment: Environment;
}

export function cardEvent(
  type: "card.frozen" | "card.unfrozen",
  { id, last4, memberId: member, tenantId, environment }: ChangedCard,
  { by, at }: { readonly by: "member" | "issuer" | "network"; readonly at: Date },
): NewEvent {
  const facts = { recordId: id, merchant: null, member, last4, by };
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}
