import { ALLOWED_OPERATIONS } from "@/server/contracts/authorization-statuses";
import type { BenchMove } from "@/server/contracts/demo";
import type { BenchEntry, BenchEvent, BenchPaid, BenchStep } from "@/server/contracts/portal/public/bench-run";

export interface RunState {
  /** The newest code, and the most it may pay. Null: none yet. */
  readonly code: { readonly code: string; readonly cap: number } | null;
  readonly paid: BenchPaid | null;
  readonly last: BenchStep | null;
  readonly isAllowed: boolean;
  readonly transactionId: string | null;
  readonly entries: readonly BenchEntry[];
  readonly events: readonly BenchEvent[];
}

const NOTHING_YET: RunState = {
  code: null,
  paid: null,
  last: null,
  isAllowed: false,
  transactionId: null,
  entries: [],
  events: [],
};

export function stateAfter(steps: readonly BenchStep[]): RunState {
  return steps.reduce(follow, NOTHING_YET);
}

function follow(state: RunState, step: BenchStep): RunState {
  const { act, amount, result } = step;
  if (result.kind === "refused") return { ...state, last: step };
  if (result.kind === "allowed") return { ...state, isAllowed: true, last: step };
  if (result.kind === "code") {
    const code = { code: result.code, cap: amount ?? 0 };
    return { ...state, code, paid: null, isAllowed: false, transactionId: null, last: step };
  }
  const { entries, events, transactionId } = result;
  return {
    ...state,
    paid: result,
    last: step,
    isAllowed: false,
    transactionId: act === "increment" || act === "void" ? state.transactionId : transactionId,
    entries: [...state.entries, ...entries],
    events: [...state.events, ...events],
  };
}

export function grouped(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** A code pays once; after a decline it may be tried again. */
export function isUsable({ code, paid }: RunState): boolean {
  return code !== null && (paid === null || paid.payment.status === "Authorization Declined");
}

export function movesOf({ paid }: RunState): readonly BenchMove[] {
  return paid ? ALLOWED_OPERATIONS[paid.payment.status] : [];
}

export function newIn(paid: BenchPaid, { entries, events }: RunState): BenchPaid {
  const postings = new Set(entries.map(({ postingId }) => postingId));
  const told = new Set(events.map(({ id }) => id));
  return {
    ...paid,
    entries: paid.entries.filter(({ postingId }) => !postings.has(postingId)),
    events: paid.events.filter(({ id }) => !told.has(id)),
  };
}
