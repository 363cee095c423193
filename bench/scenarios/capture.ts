import type { Outcome } from "../load/tally";
import { authorizationText, placeHold, provideHolds } from "./authorize";
import { asTenant, byTurns, requestText } from "./requests";
import type { Context, Scenario, Send } from "./scenario";

/** A faster machine uses them up, and its turn ends early. */
const HOLDS_A_SECOND = 3_000;

async function onHold(send: Send, { world }: Context, path: string, body: object): Promise<Outcome> {
  const { status } = await send(requestText({ path, headers: asTenant(world.tenant), body }));
  return status === 200 ? "done" : "failed";
}

async function onNextHold(send: Send, context: Context, action: "capture" | "reverse"): Promise<Outcome> {
  const id = context.holds.pop();
  return id === undefined ? "exhausted" : onHold(send, context, `/v1/authorizations/${id}/${action}`, {});
}

async function look(send: Send, { world, holds, turn }: Context): Promise<Outcome> {
  const path = `/v1/authorizations/${byTurns(holds, turn())}`;
  const { status } = await send(requestText({ method: "GET", path, headers: asTenant(world.tenant) }));
  return status === 200 ? "done" : "failed";
}

const capture: Scenario = {
  name: "capture",
  prepare: (run) => provideHolds(run, Math.ceil(HOLDS_A_SECOND * run.seconds)),
  operate: (send, context) => onNextHold(send, context, "capture"),
};

const authorizeAndCapture: Scenario = {
  name: "authorize+capture",
  operate: async (send, context) => {
    const id = await placeHold(send, authorizationText(context));
    return id === null ? "failed" : onHold(send, context, `/v1/authorizations/${id}/capture`, {});
  },
};

const get: Scenario = { name: "get", prepare: (run) => provideHolds(run, 500), operate: look };

const mixed: Scenario = {
  name: "mixed",
  prepare: (run) => provideHolds(run, 500),
  operate: async (send, context) => {
    const at = context.turn() % 20;
    if (at === 18) return onNextHold(send, context, "reverse");
    if (at === 19) return look(send, context);
    if (at >= 14) return onNextHold(send, context, "capture");
    const id = await placeHold(send, authorizationText(context));
    if (id === null) return "failed";
    context.holds.push(id);
    return "done";
  },
};

export const CAPTURE_SCENARIOS: readonly Scenario[] = [capture, authorizeAndCapture, get, mixed];
