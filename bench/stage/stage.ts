import type { Contestant, Host } from "../contestants";
import type { Hosts } from "./hosts";
import { processorTime } from "./processor-time";
import type { Runner } from "./runner";

/** What stands while rounds are run: who answers, who asks, and where their processor time is read. */
export interface Stage {
  portOf(host: Host): number;
  runner(name: Contestant["runBy"]): Runner;
  processorTime(contestant: Contestant): { readonly host: number | null; readonly database: number | null };
}

export function stageOf(
  hosts: Hosts,
  runners: Readonly<Record<Contestant["runBy"], Runner>>,
  postmaster: number,
): Stage {
  return {
    portOf: (host) => hosts[host].port,
    runner: (name) => runners[name],
    processorTime: ({ host, runBy }) => ({
      host: processorTime(host === null ? runners[runBy].pid : hosts[host].pid),
      database: processorTime(postmaster),
    }),
  };
}
