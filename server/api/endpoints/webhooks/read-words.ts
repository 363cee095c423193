import type { z } from "zod";
import { DELIVERY_STATES } from "@/server/contracts/choices";
import type { ReplayBody } from "@/server/contracts/rest/webhooks/webhook-schemas";
import type { AcquirerCaller } from "@/server/domain/caller";
import { deliveryList, deliveryStatusText, type EventOutcome } from "@/server/domain/webhooks";
import { OUTCOME_WORDS } from "@/server/presenters/rest/webhooks";

type StatusWord = ReturnType<typeof deliveryStatusText>;
type Deliveries = Omit<Parameters<typeof deliveryList>[1], "status"> & { readonly status?: StatusWord | null };

export function deliveriesOf(caller: AcquirerCaller, { status: word = null, ...filter }: Deliveries) {
  const [status = null] = DELIVERY_STATES.filter((state) => deliveryStatusText({ status: state }) === word);
  return deliveryList(caller, { ...filter, status });
}

function readOutcome(word: (typeof OUTCOME_WORDS)[EventOutcome]): EventOutcome {
  const [found = "missed"] = (Object.keys(OUTCOME_WORDS) as EventOutcome[]).filter(
    (name) => OUTCOME_WORDS[name] === word,
  );
  return found;
}

const OPEN_OUTCOMES = ["missed", "failed", "exhausted"] as const;

export function readReplay(subscriptionId: string, body: z.output<typeof ReplayBody>) {
  return {
    subscriptionId,
    since: body.since === undefined ? null : new Date(body.since),
    until: body.until === undefined ? null : new Date(body.until),
    statuses: body.status?.map(readOutcome) ?? OPEN_OUTCOMES,
    types: body.types ?? null,
    isPreview: body.preview,
  };
}
