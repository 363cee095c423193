import type { Measurement } from "../measurement";
import { type Outcome, Tally } from "./tally";

export interface Loop<Worker> {
  readonly workers: readonly Worker[];
  readonly seconds: number;
  operate(worker: Worker): Promise<Outcome>;
}

export async function closedLoop<Worker>({ workers, seconds, operate }: Loop<Worker>): Promise<Measurement> {
  const tally = new Tally();
  const deadline = performance.now() + seconds * 1_000;
  let isExhausted = false;
  const work = async (worker: Worker) => {
    while (!isExhausted && performance.now() < deadline) {
      const since = performance.now();
      const outcome = await operate(worker);
      tally.count(outcome, since);
      isExhausted ||= outcome === "exhausted";
    }
  };
  await Promise.all(workers.map(work));
  return tally.end();
}
