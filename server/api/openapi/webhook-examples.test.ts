import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { SAMPLE_FACTS } from "@/server/domain/webhooks";
import { presentEvent } from "@/server/presenters/rest/webhooks";
import { exampleOf } from "./webhook-examples";

const IDS = [
  ...["id", "recordId", "card", "merchant", "transactionId", "refundId"],
  ...["member", "account", "authorization", "authorizationId", "batchId", "payoutId"],
];

test("an example is what a sample posts, but for its ids and the word that it is one", () => {
  for (const type of EVENT_TYPES) {
    const { sequence, body } = exampleOf(type);
    const parsed = WEBHOOK_EVENTS[type].schema.safeParse(body);
    assert.ok(parsed.success, `${type}: ${parsed.error?.message}`);
    const createdAt = new Date(String(body.createdAt));
    const stored = { id: String(body.eventId), type, environment: "live" } as const;
    const posted = presentEvent({ ...stored, sequence, facts: SAMPLE_FACTS[type], createdAt });
    const { test: isTest, ...fields } = posted;
    assert.equal(isTest, true);
    assert.deepEqual(Object.keys(body), Object.keys(fields), "in the order in which it is posted");
    const differ = Object.keys(fields).filter(
      (name) => fields[name] !== body[name] && typeof fields[name] !== "object",
    );
    assert.ok(
      differ.every((name) => IDS.includes(name)),
      `${type}: ${differ}`,
    );
  }
});
