import type { NewRow } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";

type DeliveryState = NewRow<"webhook_deliveries">["state"];

/**
 * `give` a sender, `follow` by a run that sleeps until it is due, `ask` again as that run wakes without a turn, `claim` for one
 * worker; `succeed`, `exhaust`, `fail`, or `sleep` (failed, and its run goes on) as the attempt ends; `retry` by hand or by a
 * replay; `pause` and `resume` with the subscription; `lose` with a worker, a run, or the engine.
 */
type Trigger =
  | "give"
  | "follow"
  | "ask"
  | "claim"
  | "succeed"
  | "exhaust"
  | "fail"
  | "sleep"
  | "retry"
  | "pause"
  | "resume"
  | "lose";

/** An attempt's end counts in every open state, since its worker may have lost it meanwhile. */
const ENDS = { succeed: "ended", exhaust: "ended", fail: "waiting", sleep: "sleeping" } as const;
/** Due at once whatever comes of the attempt, unless it succeeds. */
const ENDS_AND_GOES_ON = { succeed: "ended", exhaust: "waiting", fail: "waiting", sleep: "waiting" } as const;

/** Anything missing here is no transition. */
const TRANSITIONS: Readonly<Record<DeliveryState, Partial<Readonly<Record<Trigger, DeliveryState>>>>> = {
  waiting: { give: "given", follow: "sleeping", retry: "waiting", pause: "paused", ...ENDS_AND_GOES_ON },
  sleeping: { ask: "waiting", retry: "waiting", pause: "paused", lose: "waiting", ...ENDS },
  given: { claim: "sending", retry: "waiting", pause: "paused", lose: "waiting", ...ENDS },
  sending: { claim: "sending", retry: "sending_again", lose: "waiting", ...ENDS },
  sending_again: { claim: "sending", retry: "sending_again", lose: "waiting", ...ENDS_AND_GOES_ON },
  paused: { resume: "waiting", retry: "waiting", ...ENDS },
  ended: { retry: "waiting" },
};

/** Longer than any attempt, so that only a dead worker loses its claim. The table's trigger has it too. */
export const LEASE_MS = 30_000;

const STATES = Object.keys(TRANSITIONS) as DeliveryState[];

/** SQL condition on delivery `d`: the trigger does something in its state. Literals, so that partial indexes serve. */
export function may(trigger: Trigger): Sql {
  const states = STATES.filter((state) => TRANSITIONS[state][trigger] !== undefined);
  return raw(`d.state IN (${states.map((state) => `'${state}'`).join(", ")})`);
}

/** SQL expression: the state of delivery `d` after the trigger, which must be one of its state's. */
export function stateAfter(trigger: Trigger): Sql {
  const moves = STATES.flatMap((state) => {
    const next = TRANSITIONS[state][trigger];
    return next === undefined ? [] : [`WHEN '${state}' THEN '${next}'`];
  });
  return raw(`(CASE d.state ${moves.join(" ")} END)::delivery_state`);
}

/** SQL expression: as `stateAfter("retry")`, where a worker that has died has no claim any more. `at` is real time. */
export function stateAfterRetry(at: Date): Sql {
  const lostSince = new Date(at.getTime() - LEASE_MS);
  return sql`CASE WHEN d.state IN ('sending', 'sending_again') AND d.since <= ${lostSince}
    THEN ${stateAfter("lose")} ELSE ${stateAfter("retry")} END`;
}

/** SQL condition: it is to be attempted, now or later. Its index leaves out what is paused, however much that is. */
export const isOpen = sql`d.due_at IS NOT NULL AND d.state <> 'paused'`;
export const isWaiting = sql`d.state = 'waiting'`;
/** SQL condition: it has one of the senders. */
export const isHeld = sql`d.state IN ('given', 'sending', 'sending_again')`;
