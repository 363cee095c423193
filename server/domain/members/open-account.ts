import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { NetworkCaller } from "../caller";
import { fundAccount, openMemberAccount } from "../ledger";

/** An account of a member, with money on it if `openingMinor` says so. */
export async function openAccount(
  caller: NetworkCaller,
  input: {
    readonly id?: RecordId;
    readonly memberId: RecordId;
    readonly currency: Currency;
    readonly openingMinor?: bigint;
    readonly creditLimitMinor?: bigint;
  },
): Promise<{ id: RecordId }> {
  const { environment, now } = caller;
  const id = input.id ?? newRecordId(now);
  const { memberId, currency, openingMinor = 0n, creditLimitMinor = 0n } = input;
  await openMemberAccount({ id, memberId, environment, currency, creditLimitMinor, createdAt: now });
  if (openingMinor > 0n) {
    await fundAccount({ accountId: id, environment, currency, amountMinor: openingMinor, at: now });
  }
  return { id };
}
