import { deliveryStatusText, type EventOutcome } from "@/server/domain/webhooks";
import { OUTCOME_WORDS } from "@/server/presenters/rest/webhooks";

const STATES = ["pending", "delivered", "failed", "exhausted"] as const;

/** The state that a word of contract 3.3 says. */
export function readDeliveryStatus(word: ReturnType<typeof deliveryStatusText>) {
  const [found = "pending"] = STATES.filter((status) => deliveryStatusText({ status }) === word);
  return found;
}

/** The outcome that a word of a replay’s filter stands for. */
export function readOutcome(word: (typeof OUTCOME_WORDS)[EventOutcome]): EventOutcome {
  const [found = "missed"] = (Object.keys(OUTCOME_WORDS) as EventOutcome[]).filter(
    (name) => OUTCOME_WORDS[name] === word,
  );
  return found;
}
