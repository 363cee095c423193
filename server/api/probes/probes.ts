import { checkReadiness } from "@/server/domain/health";

interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly reason?: string };
}

const OK: ProbeAnswer = { status: 200, body: { status: "ok" } };

/**
 * What container platforms and load balancers ask, by path. `/livez`: this process runs; it asks nobody else, so that a lost
 * database restarts no one. `/readyz`: it can serve; 503 names why not.
 */
export const PROBES: ReadonlyMap<string, () => Promise<ProbeAnswer>> = new Map([
  ["/livez", async () => OK],
  [
    "/readyz",
    async () => {
      const reason = await checkReadiness();
      return reason ? { status: 503, body: { status: "not_ready", reason } } : OK;
    },
  ],
]);
