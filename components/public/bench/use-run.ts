import { TRPCClientError } from "@trpc/client";
import { useRef, useState } from "react";
import { messageOf } from "@/components/trpc/message-of";
import { visitorClient } from "@/components/trpc/visitor-client";
import { newClaim } from "@/components/ui/forms/new-claim";
import {
  BENCH_AMOUNTS,
  BENCH_CAPS,
  BENCH_PARTS,
  type BenchAmount,
  type BenchCap,
  type BenchMove,
  type BenchPart,
  MAX_BENCH_STEPS,
} from "@/server/contracts/demo";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { newIn, stateAfter } from "./run-state";

/** One press: on the phone, or at the till. */
export type Press =
  | { readonly act: "code"; readonly amount: BenchCap }
  | { readonly act: "sale" | "hold"; readonly amount: BenchAmount }
  | { readonly act: BenchMove; readonly amount: BenchPart | null }
  | { readonly act: "allow"; readonly amount: null };

/** What was pressed, of a step as it was recorded. */
export function pressOf({ act, amount }: BenchStep): Press | null {
  if (act === "allow") return { act, amount: null };
  if (act === "code") return withAmount(BENCH_CAPS, amount, (cap) => ({ act, amount: cap }));
  if (act === "sale" || act === "hold") return withAmount(BENCH_AMOUNTS, amount, (one) => ({ act, amount: one }));
  return amount === null ? { act, amount } : withAmount(BENCH_PARTS, amount, (part) => ({ act, amount: part }));
}

function withAmount<Amount extends number>(
  amounts: readonly Amount[],
  amount: number | null,
  press: (amount: Amount) => Press,
): Press | null {
  const found = amounts.find((one) => one === amount);
  return found === undefined ? null : press(found);
}

/** Answers that are about the visit, not about the payment: they are said, and no step of the run. */
const NO_STEPS: readonly string[] = ["rate_limit_exceeded", "not_found", "limit_reached"];

/** Why the payment didn't go on; null where the failure says nothing of it. */
function refusalOf(error: unknown): ErrorCode | null {
  const { data }: { data?: unknown } = error instanceof TRPCClientError ? error : {};
  const code = typeof data === "object" && data !== null ? Reflect.get(data, "code") : null;
  const isOurs = typeof code === "string" && Object.hasOwn(ERROR_CODES, code) && !NO_STEPS.includes(code);
  return isOurs ? (code as ErrorCode) : null;
}

export interface LiveRun {
  readonly steps: readonly BenchStep[];
  /** What is under way. */
  readonly busy: Press["act"] | null;
  /** Why the last press came to nothing. */
  readonly failure: string | null;
}

const NOT_BEGUN: LiveRun = { steps: [], busy: null, failure: null };

/** Does what is pressed, one call at a time, and writes down what came back. */
export function useRun() {
  const [run, setRun] = useState<LiveRun>(NOT_BEGUN);
  const steps = useRef<readonly BenchStep[]>([]);
  const seal = useRef("");
  /** A press whose answer was lost goes out again under its own key. */
  const unanswered = useRef<{ readonly name: string; readonly key: string } | null>(null);
  const isBusy = useRef(false);

  const press = async (pressed: Press): Promise<boolean> => {
    if (isBusy.current) return false;
    if (steps.current.length >= MAX_BENCH_STEPS) {
      setRun((was) => ({ ...was, failure: "This run is full. Start over to go on." }));
      return false;
    }
    isBusy.current = true;
    setRun((was) => ({ ...was, busy: pressed.act, failure: null }));
    const name = `${pressed.act} ${pressed.amount} ${seal.current}`;
    const key = unanswered.current?.name === name ? unanswered.current.key : newClaim();
    unanswered.current = { name, key };
    const startedAt = performance.now();
    const { step, failure } = await call(pressed, key, startedAt);
    if (step) {
      unanswered.current = null;
      steps.current = [...steps.current, step];
    }
    isBusy.current = false;
    setRun({ steps: steps.current, busy: null, failure });
    return step !== null;
  };

  const call = async (pressed: Press, key: string, startedAt: number) => {
    const timed = () => ({ ms: Math.round(performance.now() - startedAt) });
    try {
      const { result, seal: next } = await ask(pressed, { run: seal.current, key });
      seal.current = next;
      return { step: { ...pressed, ...timed(), result } as BenchStep, failure: null };
    } catch (error) {
      const code = refusalOf(error);
      const refused = code && ({ ...pressed, ...timed(), result: { kind: "refused", code } } as BenchStep);
      return { step: refused, failure: messageOf(error) };
    }
  };

  const ask = async (pressed: Press, sent: { readonly run: string; readonly key: string }) => {
    const { bench } = visitorClient.public;
    const before = stateAfter(steps.current);
    switch (pressed.act) {
      case "code": {
        const { run: next, ...made } = await bench.createCode.mutate({ cap: pressed.amount });
        return { seal: next, result: { kind: "code" as const, ...made } };
      }
      case "sale":
      case "hold": {
        const { code = "" } = before.code ?? {};
        const ofCode = { code, amount: pressed.amount, isHold: pressed.act === "hold" };
        const answer = await bench.charge.mutate({ ...sent, ...ofCode });
        return { seal: answer.run, result: newIn(answer.step, before) };
      }
      case "allow": {
        const { run: next, until } = await bench.allow.mutate(sent);
        return { seal: next, result: { kind: "allowed" as const, until } };
      }
      default: {
        const answer = await bench.move.mutate({ ...sent, move: pressed.act, amount: pressed.amount });
        return { seal: answer.run, result: newIn(answer.step, before) };
      }
    }
  };

  const startOver = () => {
    if (isBusy.current) return;
    steps.current = [];
    seal.current = "";
    setRun(NOT_BEGUN);
  };

  return { run, press, startOver };
}
