import { type CardRules, createMember, issueCard, openAccount } from "@/server/domain/members";
import type { PanToken } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import { networkCaller } from "./callers";
import type { TestTenant } from "./tenants";

export interface TestCard {
  readonly id: CardId;
  readonly panToken: PanToken;
  readonly memberId: MemberId;
  readonly accountId: AccountId;
}

/** A member of the tenant with an account and a card. Funds are in minor units. */
export async function createTestCard(
  tenant: TestTenant,
  options: CardRules & {
    readonly fundsMinor?: bigint;
    readonly creditLimitMinor?: bigint;
    readonly currency?: Currency;
    readonly expiresOn?: Date;
  } = {},
): Promise<TestCard> {
  const { fundsMinor = 1_000_00n, creditLimitMinor = 0n, currency = "USD", ...card } = options;
  const caller = networkCaller(tenant.environment);
  const { id: memberId } = await createMember(caller, { tenantId: tenant.id, name: "Test Member" });
  const { id: accountId } = await openAccount(caller, {
    memberId,
    currency,
    openingMinor: fundsMinor,
    creditLimitMinor,
  });
  const { id, panToken } = await issueCard(caller, { ...card, accountId });
  return { id, panToken, memberId, accountId };
}
