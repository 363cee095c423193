import { type Sql, sql } from "@/server/db/sql";
import type { EventFacts, EventType, PaymentFacts } from "./event";

type Facts = EventFacts[EventType];

/** Of the authorization that an event is about: what its row says, and never says otherwise. */
type AuthorizationFacts = Pick<
  PaymentFacts,
  | "authorizationId"
  | "recordId"
  | "currency"
  | "approvalCode"
  | "card"
  | "merchant"
  | "channel"
  | "instrument"
  | "metadata"
>;

/**
 * What an event keeps itself: all of it where there is no authorization, or where it was written before authorizations were
 * asked.
 */
type KeptFacts = Facts | Omit<PaymentFacts, keyof AuthorizationFacts>;

/** An event's facts without those that are read from its record again. */
export function keptFacts(facts: Facts): KeptFacts {
  if (facts.recordId === null || facts.isTest || !("authorizationId" in facts) || !("channel" in facts)) return facts;
  const { authorizationId, recordId, currency, approvalCode, card, merchant, channel, instrument, metadata, ...own } =
    facts;
  return own;
}

/** Columns of event `e` from which `factsOf` makes its facts. */
export const SELECT_FACTS: Sql = sql`e.facts AS kept_facts, (SELECT json_build_object(
    'authorizationId', a.authorization_number, 'recordId', a.id, 'currency', a.currency, 'approvalCode', a.approval_code,
    'card', coalesce(a.card_id, a.payment_code_id, a.agreement_id), 'merchant', a.merchant_id, 'channel', a.channel,
    'instrument', CASE WHEN a.card_id IS NOT NULL THEN 'card' WHEN a.payment_code_id IS NOT NULL THEN 'payment_code'
      ELSE 'agreement' END, 'metadata', a.metadata)
  FROM authorizations a WHERE a.id = e.authorization_id) AS record_facts`;

/** As `SELECT_FACTS` reads them. */
export interface FactsRow {
  readonly keptFacts: KeptFacts;
  readonly recordFacts: AuthorizationFacts | null;
}

export function factsOf({ keptFacts, recordFacts }: FactsRow): Facts {
  if ("recordId" in keptFacts || "currency" in keptFacts) return keptFacts as Facts;
  if (recordFacts === null) throw new Error("the authorization of an event is missing");
  return { ...recordFacts, ...keptFacts } as PaymentFacts;
}
