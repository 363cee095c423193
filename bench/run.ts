/**
 * `npm run bench`: alternates the app and its baselines in one run, on separate databases. Prints the ratios first, and finally
 * proves the books. The first argument is a scratch folder; options follow it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { closePool } from "@/server/db/pool";
import { checkBooks } from "@/server/domain/ledger";
import { chooseContestants } from "./contestants";
import { type Options, readOptions } from "./options";
import { reportOf, textOf } from "./report";
import { type Progress, runRounds, warmUp } from "./rounds";
import { endChild } from "./stage/child";
import { type BenchDatabase, inspectDatabase, provideLogFiles, startDatabase } from "./stage/database";
import { type Hosts, type RunningHost, startApp, startEmpty, startPlainStack } from "./stage/hosts";
import { LargeDatabase } from "./stage/large-database";
import { memoryMegabytes } from "./stage/processor-time";
import { Runner } from "./stage/runner";
import { seed } from "./stage/seed";
import { type Runners, stageOf } from "./stage/stage";

type Env = BenchDatabase["env"];

const undo: (() => Promise<unknown>)[] = [];

async function cleanUp(): Promise<void> {
  for (let end = undo.pop(); end; end = undo.pop()) await end();
}

const say: Progress = (line) => void process.stderr.write(`${line}\n`);

async function standing(start: Promise<RunningHost>): Promise<RunningHost> {
  const host = await start;
  undo.push(() => endChild(host.child));
  return host;
}

async function startRunners(env: Env, large: Env | null, folder: string): Promise<Runners> {
  const start = async (file: string, env: Env) => {
    const runner = await Runner.start(`bench/${file}`, env, join(folder, "runners.log"));
    undo.push(() => runner.end());
    return runner;
  };
  return {
    load: await start("load/main.ts", env),
    crowd: await start("load/main.ts", env),
    ...(large ? { "load on a large database": await start("load/main.ts", large) } : {}),
    "by hand": await start("baselines/by-hand/main.ts", env),
    "bare tables": await start("baselines/bare-tables/main.ts", env),
  };
}

function makeLarge(database: BenchDatabase, folder: string, past: number): Promise<LargeDatabase> {
  say(`Seeding another database, with ${past.toLocaleString("en-US")} authorizations of the past.`);
  return LargeDatabase.make(database, folder, past);
}

async function bench(folder: string, options: Options): Promise<boolean> {
  const contestants = chooseContestants(options);
  const database = await startDatabase(folder, options.past > 0);
  undo.push(() => database.stop(), closePool);
  say("Seeding 1,000 cards and what else pays.");
  const world = await seed(0);
  const env = { ...database.env, BENCH_WORLD: join(folder, "world.json") };
  writeFileSync(env.BENCH_WORLD, JSON.stringify(world), { mode: 0o600 });
  const large = options.past > 0 ? await makeLarge(database, folder, options.past) : null;
  await provideLogFiles();
  const place = { env, folder };
  const app = await standing(startApp(place));
  const startMegabytes = memoryMegabytes(app.pid);
  const hosts: Hosts = {
    app,
    ...(large ? { "app on a large database": await standing(startApp({ env: large.env, folder }, "large")) } : {}),
    "plain stack": await standing(startPlainStack(place, world.tenant.secret)),
    empty: await standing(startEmpty(place)),
  };
  const { version, postmaster } = await inspectDatabase();
  const stage = stageOf(hosts, await startRunners(env, large?.env ?? null, folder), postmaster);
  say("Warming up.");
  await warmUp(stage, contestants, options);
  const samples = await runRounds(stage, contestants, options, say);
  const figures = { startMs: app.startMs, startMegabytes, endMegabytes: memoryMegabytes(app.pid) };
  const report = reportOf({ samples, app: figures, seconds: options.seconds, postgres: version });
  const breaches = (await checkBooks()).filter((check) => check.breaches.length > 0).map(({ name }) => name);
  if (large && !(await large.isProven())) breaches.push("the large database's");
  const books = breaches.length === 0 ? "The books balance." : `BREACH: ${breaches.join(", ")}`;
  const isProven = breaches.length === 0;
  const silent = [...new Set(samples.filter(({ perSecond }) => perSecond === 0).map(({ name }) => name))];
  if (silent.length > 0) say(`Nothing was answered: ${silent.join(", ")}.`);
  process.stdout.write(
    options.json ? `${JSON.stringify({ ...report, isProven }, null, 2)}\n` : `\n${textOf(report)}\n${books}\n`,
  );
  return isProven && silent.length === 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

try {
  const [folder = "", ...args] = process.argv.slice(2);
  process.exitCode = (await bench(folder, readOptions(args))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
process.exit();
