import { TRPCClientError } from "@trpc/client";
import { messageOf } from "@/components/trpc/message-of";
import { visitorClient } from "@/components/trpc/visitor-client";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import type { Press } from "./press";
import { newIn, type RunState } from "./run-state";

/** Failures of the session rather than the payment: they are shown, but not recorded as steps. */
const NO_STEPS: readonly string[] = ["rate_limit_exceeded", "not_found", "limit_reached"];

/** The error code that the run records. Null if the failure isn't about the payment. */
function refusalOf(error: unknown): ErrorCode | null {
  const { data }: { data?: unknown } = error instanceof TRPCClientError ? error : {};
  const code = typeof data === "object" && data !== null ? Reflect.get(data, "code") : null;
  const isOurs = typeof code === "string" && Object.hasOwn(ERROR_CODES, code) && !NO_STEPS.includes(code);
  return isOurs ? (code as ErrorCode) : null;
}

interface Sent {
  /** The seal of the run so far. */
  readonly run: string;
  readonly key: string;
}

interface Answer {
  /** Null: nothing to record. */
  readonly result: BenchStep["result"] | null;
  readonly seal: string;
  readonly failure: string | null;
}

/** Sends a press. Never throws. */
export async function sendPress(pressed: Press, sent: Sent, before: RunState): Promise<Answer> {
  try {
    return { ...(await ask(pressed, sent, before)), failure: null };
  } catch (error) {
    const code = refusalOf(error);
    return { result: code && { kind: "refused", code }, seal: sent.run, failure: messageOf(error) };
  }
}

async function ask(pressed: Press, sent: Sent, before: RunState): Promise<Pick<Answer, "result" | "seal">> {
  const { bench } = visitorClient.public;
  switch (pressed.act) {
    case "code": {
      const { run: seal, ...made } = await bench.createCode.mutate({ cap: pressed.amount });
      return { seal, result: { kind: "code", ...made } };
    }
    case "sale":
    case "hold": {
      const { code = "" } = before.code ?? {};
      const ofCode = { code, amount: pressed.amount, isHold: pressed.act === "hold" };
      const answer = await bench.charge.mutate({ ...sent, ...ofCode });
      return { seal: answer.run, result: newIn(answer.step, before) };
    }
    case "allow": {
      const { run: seal, until } = await bench.allow.mutate(sent);
      return { seal, result: { kind: "allowed", until } };
    }
    default: {
      const answer = await bench.move.mutate({ ...sent, move: pressed.act, amount: pressed.amount });
      return { seal: answer.run, result: newIn(answer.step, before) };
    }
  }
}
