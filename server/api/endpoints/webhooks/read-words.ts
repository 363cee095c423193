import { deliveryStatusText, type EventOutcome } from "@/server/domain/webhooks";
import { OUTCOME_WORDS } from "@/server/presenters/rest/webhooks";

const STATES = ["pending", "delivered", "failed", "exhausted"] as const;

export function readDeliveryStatus(word: ReturnType<typeof deliveryStatusText>) {
  const [found = "pending"] = STATES.filter((status) => deliveryStatusText({ status }) === word);
  return found;
}

export function readOutcome(word: (typeof OUTCOME_WORDS)[EventOutcome]): EventOutcome {
  const [found = "missed"] = (Object.keys(OUTCOME_WORDS) as EventOutcome[]).filter(
    (name) => OUTCOME_WORDS[name] === word,
  );
  return found;
}
