import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import { checkDeliveries } from "./check/check-deliveries";
import { checkHistory, compareRecords, expectedRecords } from "./check/check-history";
import { proveBooks } from "./check/prove-books";
import { readRecords } from "./check/records";
import { repeatAll } from "./check/repeat-all";
import type { Findings } from "./check/report";
import { injectFaults } from "./inject/inject";
import { Client } from "./load/client";
import { type Exchange, isSuccess, settledBy } from "./load/history";
import { makeJourneys } from "./load/journeys";
import { subscribeToAll } from "./load/subscribe-to-all";
import type { Options } from "./options";
import { Random } from "./random";
import { type Stage, setStage } from "./stage/stage";

export async function run(options: Options, folder: string): Promise<Findings> {
  const stage = await setStage(folder, options);
  try {
    return await runOn(stage, options);
  } finally {
    await stage.stop();
  }
}

async function runOn(stage: Stage, { seed, seconds, clients }: Options): Promise<Findings> {
  const { cluster, tills, work, world, receiver } = stage;
  await subscribeToAll(stage);
  const before = await readRecords(stage);
  const history: Exchange[] = [];
  const until = Date.now() + seconds * 1_000;
  const urls = stage.links.map(({ port }) => `http://127.0.0.1:${port}`);
  const random = new Random(seed);
  const all = Array.from({ length: clients }, (_, index) => {
    const client = new Client(`${index}`, random.fork(`client ${index}`), urls, history, until);
    return makeJourneys({ client, world, receiver }, index * 3);
  });
  const [injection] = await Promise.all([injectFaults(stage, seed, until), ...all]);
  await cluster.mend();
  await Promise.all([...tills, work].map((app) => app.ready()));
  const repeated = await repeatAll(history, urls);
  const arrivals = await checkDeliveries(stage);
  const books = await proveBooks(cluster.directUrl);
  const problems = [
    ...injection.failures.map((failure) => `a fault could not be put in: ${failure}`),
    ...checkHistory(history),
    ...compareRecords([...before, ...expectedRecords(history)], await readRecords(stage)),
    ...arrivals.problems,
    ...books.problems,
    ...neverDone(history),
  ];
  return { injection, history, repeated, arrivals, bookChecks: books.checks, problems };
}

/** Operations that never succeeded, so the run didn't test them. */
function neverDone(history: readonly Exchange[]): string[] {
  const done = new Set(
    history.flatMap((exchange) => {
      const settled = settledBy(exchange);
      return settled && isSuccess(settled) ? [exchange.operation] : [];
    }),
  );
  return [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].flatMap(({ id }) => (done.has(id) ? [] : [`${id} was never done`]));
}
