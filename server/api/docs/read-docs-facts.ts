import { EVENT_TYPES } from "@/server/contracts/event-types";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { MAX_INCREMENTS } from "@/server/domain/authorizations";
import { RISK_LIMIT, RISK_WEIGHTS } from "@/server/domain/risk";
import { RETRY_DELAYS_MS, SCHEDULED_ATTEMPTS } from "@/server/domain/webhooks";
import { publicUrl } from "@/server/platform/env";
import { HTTP_STATUS } from "../kit/errors";
import { BURST_SECONDS, TIER_RATES } from "../kit/gates";
import { exampleOf } from "../openapi/webhook-examples";

import { readApiChanges } from "./read-api-changes";
import { readGuides, readReceiver, readRequests, readSnippets } from "./read-snippets";

export async function readDocsFacts() {
  return {
    baseUrl: publicUrl("/").replace(/\/$/, ""),
    guides: await readGuides(),
    snippets: await readSnippets(),
    requests: await readRequests(),
    receiver: await readReceiver(),
    apiChanges: await readApiChanges(),
    statuses: HTTP_STATUS,
    tiers: Object.entries(TIER_RATES).map(([name, perSecond]) => ({ name, perSecond })),
    burstSeconds: BURST_SECONDS,
    retryDelaysMs: RETRY_DELAYS_MS,
    attempts: SCHEDULED_ATTEMPTS,
    events: EVENT_TYPES.map((type) => ({
      type,
      description: WEBHOOK_EVENTS[type].description,
      example: exampleOf(type).body,
    })),
    maxIncrements: MAX_INCREMENTS,
    risk: { limit: RISK_LIMIT, weights: RISK_WEIGHTS },
  };
}
