import type { z } from "zod";
import { isRecordId, newRecordId, parseRecordId, type RecordId } from "./ids";

/**
 * A record id of one noun: it stands wherever any record's may, and nowhere that another noun's is asked. The brand is
 * zod's, so that what a contract has let through carries it too.
 */
export type Id<Noun extends string> = RecordId & z.$brand<Noun>;

/** How text becomes an id of a noun. What it says of the noun is the caller's word: the letters look the same. */
function idsOf<Noun extends string>(_: Noun) {
  return {
    is: (text: string): text is Id<Noun> => isRecordId(text),
    /** As `parseRecordId`: throws on what no record's id can be. */
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

/** The record's, not the 7 digits by which people name it. */
export type AuthorizationId = Id<"authorization">;
export const AuthorizationId = idsOf("authorization");

/** Of webhooks. */
export type SubscriptionId = Id<"subscription">;
export const SubscriptionId = idsOf("subscription");
