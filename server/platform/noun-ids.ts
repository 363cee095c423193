import type { z } from "zod";
import { isRecordId, newRecordId, parseRecordId, type RecordId } from "./ids";

/**
 * A record id of one noun. It is accepted wherever a plain RecordId is, but not as another noun's id. Uses zod's brand, so that
 * ids parsed by a contract carry it as well.
 */
export type Id<Noun extends string> = RecordId & z.$brand<Noun>;

/** Converts text to an id of this noun. The noun can't be checked: all ids look alike. */
function idsOf<Noun extends string>(_: Noun) {
  return {
    is: (text: string): text is Id<Noun> => isRecordId(text),
    parse: (text: string) => parseRecordId(text) as Id<Noun>,
    make: (at: Date) => newRecordId(at) as Id<Noun>,
  };
}

export type TenantId = Id<"tenant">;
export const TenantId = idsOf("tenant");

export type MerchantId = Id<"merchant">;
export const MerchantId = idsOf("merchant");

export type MemberId = Id<"member">;
export const MemberId = idsOf("member");

export type AccountId = Id<"account">;
export const AccountId = idsOf("account");

export type CardId = Id<"card">;
export const CardId = idsOf("card");

/** The record's id, not the 7-digit number that people use. */
export type AuthorizationId = Id<"authorization">;
export const AuthorizationId = idsOf("authorization");

export type SubscriptionId = Id<"subscription">;
export const SubscriptionId = idsOf("subscription");
