import type { Books, RecordedProof } from "@/server/domain/books";
import type { EngineRun, EngineState } from "@/server/domain/engine";
import type { LedgerTotal } from "@/server/domain/ledger";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

function presentProof({ at, ...proof }: RecordedProof) {
  return { ...proof, at: presentDate(at) };
}

export function presentBooks({ underWay, failure, seal, proofs }: Books) {
  return {
    underWay: underWay && { actor: underWay.actor, startedAt: presentDate(underWay.startedAt) },
    failure: failure && { reason: failure.reason, at: presentDate(failure.at) },
    seal: seal && {
      number: Number(seal.number),
      sealedAt: presentDate(seal.sealedAt),
      line: seal.line,
      publicKey: seal.publicKey,
      unsealedSince: presentDate(seal.unsealedSince),
    },
    proofs: proofs.map(presentProof),
  };
}

export function presentLedgerTotal({ currency, kind, accounts, postedMinor, heldMinor }: LedgerTotal) {
  const amount = (minor: bigint) => presentAmount(minor, currency);
  return { currency, kind, accounts, posted: amount(postedMinor), held: amount(heldMinor) };
}

export function presentEngine({ embedded, overdueDeliveries }: EngineState) {
  return {
    overdueDeliveries,
    embedded: embedded && {
      queue: embedded.queue,
      functions: embedded.functions.map(({ functionId, nextAt, lastRunAt, ...rest }) => ({
        ...rest,
        id: functionId,
        name: nameOf(functionId),
        nextAt: presentDate(nextAt),
        lastRunAt: presentDate(lastRunAt),
      })),
    },
  };
}

/** The SDK prefixes function ids with the app's id. */
function nameOf(functionId: string): string {
  return functionId.replace(/^closed-loop-/, "");
}

export function presentRun(run: EngineRun) {
  const { id, functionId, status, subject, sleep, attempt, createdAt, endedAt, nextAt, output } = run;
  return {
    id,
    name: nameOf(functionId),
    state: stateOf(run),
    subject,
    sleep,
    attempt: attempt + (status === "running" && sleep === null ? 1 : 0),
    createdAt: presentDate(createdAt),
    endedAt: presentDate(endedAt),
    nextAt: presentDate(nextAt),
    error: status === "failed" ? readError(output) : null,
  };
}

export const RUN_CELLS: Cells<ReturnType<typeof presentRun>> = {
  began_utc: ({ createdAt }) => createdAt,
  run_id: ({ id }) => presentCsvCell(id),
  function: ({ name }) => presentCsvCell(name),
  state: ({ state }) => presentCsvCell(state),
  attempt: ({ attempt }) => presentCsvCell(attempt),
  next_utc: ({ nextAt }) => presentCsvCell(nextAt),
  ended_utc: ({ endedAt }) => presentCsvCell(endedAt),
  error: ({ error }) => presentCsvCell(error),
};

function stateOf({ status, isCalled, sleep, attempt }: EngineRun) {
  if (status !== "running") return status;
  if (isCalled) return "running" as const;
  if (sleep !== null) return "sleeping" as const;
  return attempt > 0 ? ("retrying" as const) : ("waiting" as const);
}

/** The message of a stored error, whose JSON may be cut off. */
function readError(output: string | null): string {
  const [, message] = /"message":"((?:[^"\\]|\\.)*)/.exec(output ?? "") ?? [];
  return message
    ? message
        .replace(/\\n/g, " ")
        .replace(/\\(["\\])/g, "$1")
        .slice(0, 300)
    : "No reason was kept.";
}
