import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";

export type HeldChange =
  | {
      readonly kind: "funding";
      readonly accountId: AccountId;
      readonly amountMinor: bigint;
      readonly currency: Currency;
      readonly reference: string;
    }
  | {
      readonly kind: "funding_reversal";
      readonly reversedPostingId: RecordId;
      readonly accountId: AccountId;
      readonly amountMinor: bigint;
      readonly currency: Currency;
      readonly reference: string;
    }
  | { readonly kind: "tier"; readonly tier: "sandbox" | "standard" | "plus" | "network" };
