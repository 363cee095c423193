import type { FundingKind } from "@/server/contracts/rest/reading-back/funding-kinds";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../../caller";
import type { NewEvent } from "../../webhooks";

interface Told {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly at: Date;
  readonly postingId: RecordId;
  readonly accountId: AccountId;
  /** Null: the account is a float. */
  readonly memberId: MemberId | null;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly kind: FundingKind;
}

export function fundingEvent<Type extends "funding.created" | "funding.reversed">(
  type: Type,
  { tenantId, environment, at, postingId, accountId, memberId, currency, amountMinor, kind }: Told,
): NewEvent<"funding.created" | "funding.reversed"> {
  const facts = { recordId: postingId, merchant: null, amountMinor: amountMinor.toString(), currency };
  const of = { account: accountId, member: memberId, kind };
  return { tenantId, environment, type, sequence: 1, at, source: postingId, facts: { ...facts, ...of } };
}

/** How the money of a funding came, by audit record `r` of it. */
export const KIND_OF_FUNDING: Sql = sql`CASE WHEN r.details->>'bankLineId' IS NOT NULL THEN 'bank_transfer'
  WHEN r.details->>'floatAccountId' IS NOT NULL THEN 'float' ELSE 'manual' END`;
