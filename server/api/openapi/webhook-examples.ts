import { type EventFacts, type EventType, SAMPLE_FACTS } from "@/server/domain/webhooks";
import { presentEvent } from "@/server/presenters/rest/webhooks";

const SEQUENCE: Readonly<Partial<Record<EventType, number>>> = {
  "authorization.approved": 1,
  "authorization.declined": 1,
  "authorization.captured": 2,
  "authorization.reversed": 3,
  "authorization.expired": 3,
  "payment_code.used": 2,
  "agreement.approved": 2,
};

const SHARED_IDS = {
  authorizationId: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  card: "3Fq8rR8mTc4Vp6KdJ",
  merchant: "3Fq8rPw5Xd2Gh9LtB",
  member: "3Fq8rM4nJc8Vb6QyF",
  account: "3Fq8rAc8Wn5Jd2LxG",
};
const RECORD_IDS = {
  recordId: "3Fq8rT2kZb7Wn4XsD",
  merchant: "3Fq8rPw5Xd2Gh9LtB",
  member: "3Fq8rM4nJc8Vb6QyF",
  authorization: "3Fq8rA7kWd3Xm5ZtP",
  authorizationId: "4821907",
  batchId: "3Fq8rB6hNf2Lc9RwK",
  payoutId: "3Fq8rC9jQg4Md7SxH",
};
const OWN_IDS = { transactionId: "3Fq8rVYt5Hn2MpQ6C", refundId: "3Fq8rX4Jd9Sk7BvW2" };

function withIds({ isTest: _, ...facts }: EventFacts[EventType]): EventFacts[EventType] {
  if (!("channel" in facts)) {
    const known: Readonly<Record<string, unknown>> = { ...facts };
    const ids = Object.entries(RECORD_IDS).filter(([name]) => typeof known[name] === "string");
    return { ...facts, ...Object.fromEntries(ids) };
  }
  return {
    ...facts,
    ...SHARED_IDS,
    ...("transactionId" in facts ? { transactionId: OWN_IDS.transactionId } : {}),
    ...("refundId" in facts ? { refundId: OWN_IDS.refundId } : {}),
  };
}

export function exampleOf(type: EventType) {
  const sequence = SEQUENCE[type] ?? 1;
  const createdAt = new Date("2026-11-21T09:30:00.000Z");
  const id = "3Fq8rTEv8Mk5WcZ9R";
  const body = presentEvent({ id, type, environment: "live", sequence, facts: withIds(SAMPLE_FACTS[type]), createdAt });
  return { sequence, body };
}
