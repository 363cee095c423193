import type { Contestant, Host } from "../contestants";
import type { Hosts } from "./hosts";
import { processorTime } from "./processor-time";
import type { Runner } from "./runner";

export interface Stage {
  portOf(host: Host): number;
  runner(name: Contestant["runBy"]): Runner;
  processorTime(contestant: Contestant): { readonly host: number | null; readonly database: number | null };
}

export type Runners = Readonly<Partial<Record<Contestant["runBy"], Runner>>>;

function standing<One>(one: One | undefined, name: string): One {
  if (!one) throw new Error(`${name} was not started`);
  return one;
}

export function stageOf(hosts: Hosts, runners: Runners, postmaster: number): Stage {
  const hostOf = (name: Host) => standing(hosts[name], name);
  const runnerOf = (name: Contestant["runBy"]) => standing(runners[name], name);
  return {
    portOf: (host) => hostOf(host).port,
    runner: runnerOf,
    processorTime: ({ host, runBy }) => ({
      host: processorTime(host === null ? runnerOf(runBy).pid : hostOf(host).pid),
      database: processorTime(postmaster),
    }),
  };
}
