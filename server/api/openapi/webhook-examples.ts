import { type EventFacts, type EventType, SAMPLE_FACTS } from "@/server/domain/webhooks";
import { presentEvent } from "@/server/presenters/rest/webhooks";

/** Which event of the sample's payment each is. */
const SEQUENCE: Readonly<Record<EventType, number>> = {
  "authorization.approved": 1,
  "authorization.declined": 1,
  "authorization.captured": 2,
  "authorization.reversed": 3,
};

/** In place of ids that name nothing: what they look like. */
const SHARED_IDS = {
  authorizationId: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  card: "3Fq8rR8mTc4Vp6KdJ",
  merchant: "3Fq8rPw5Xd2Gh9LtB",
};
const OWN_IDS = { transactionId: "3Fq8rVYt5Hn2MpQ6C", refundId: "3Fq8rX4Jd9Sk7BvW2" };

function withIds({ isTest: _, ...facts }: EventFacts[EventType]): EventFacts[EventType] {
  return {
    ...facts,
    ...SHARED_IDS,
    ...("transactionId" in facts ? { transactionId: OWN_IDS.transactionId } : {}),
    ...("refundId" in facts ? { refundId: OWN_IDS.refundId } : {}),
  };
}

/** The body of a delivery as the reference and the guides show it: the facts of a sample, as a real event is posted. */
export function exampleOf(type: EventType) {
  const sequence = SEQUENCE[type];
  const createdAt = new Date("2026-11-21T09:30:00.000Z");
  const body = presentEvent({ type, environment: "live", sequence, facts: withIds(SAMPLE_FACTS[type]), createdAt });
  return { sequence, body };
}
