import type { Injection } from "../inject/inject";
import { ALL_KINDS } from "../inject/plan";
import { type Exchange, isSuccess, settledBy } from "../load/history";
import type { Options } from "../options";
import type { Arrivals } from "./check-deliveries";

const SHOWN = 40;

export interface Findings {
  readonly injection: Injection;
  readonly history: readonly Exchange[];
  readonly repeated: number;
  readonly arrivals: Arrivals;
  readonly bookChecks: number;
  readonly problems: readonly string[];
}

export function report({ seed }: Options, findings: Findings): string {
  const { injection, history, repeated, arrivals, bookChecks, problems } = findings;
  const { faults, skipped } = injection;
  const tries = history.reduce((sum, exchange) => sum + exchange.tries.length, 0);
  const acknowledged = history.filter((exchange) => {
    const settled = settledBy(exchange);
    return settled !== null && isSuccess(settled);
  });
  const unanswered = history.reduce(
    (sum, exchange) => sum + exchange.tries.filter(({ status }) => status === null || status >= 500).length,
    0,
  );
  const effects = acknowledged.reduce((sum, exchange) => sum + exchange.effects.length, 0);
  const operations = new Set(acknowledged.map(({ operation }) => operation)).size;
  const kinds = ALL_KINDS.map((kind) => ({ kind, count: faults.filter((fault) => fault.kind === kind).length }));
  return [
    `${faults.length} faults, seed ${seed}`,
    ...kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `${String(count).padStart(6)}  ${kind}`),
    ...[...skipped].map((kind) => `  none  ${kind}: this run or this machine does not have it`),
    `${tries} requests of ${operations} operations, of which ${unanswered} had no answer or a 5xx`,
    `${acknowledged.length} acknowledged, ${effects} effects, ${repeated} repeated once more in the end`,
    `${arrivals.events} events, ${arrivals.requests} deliveries taken, the last ${Math.round(arrivals.waitedMs / 1_000)} s after the end`,
    `${bookChecks} checks of the books`,
    ...problems.slice(0, SHOWN).map((problem) => `WRONG ${problem}`),
    ...(problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : []),
    problems.length === 0 ? "Nothing was lost, doubled or contradicted." : `${problems.length} findings.`,
    "",
  ].join("\n");
}
