import { checkReadiness } from "@/server/domain/health";

interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly reason?: string; readonly detail?: string };
}

const OK: ProbeAnswer = { status: 200, body: { status: "ok" } };

/**
 * Probes for container platforms and load balancers, by path. `/livez`: this process runs; it checks nothing else, so that a
 * lost database doesn't restart it. `/readyz`: it can serve; a 503 names the reason, and `detail` says what is wrong with the
 * background functions.
 */
export const PROBES: ReadonlyMap<string, () => Promise<ProbeAnswer>> = new Map([
  ["/livez", async () => OK],
  [
    "/readyz",
    async () => {
      const { reason, detail } = await checkReadiness();
      const said = detail === null ? {} : { detail };
      return reason
        ? { status: 503, body: { status: "not_ready", reason, ...said } }
        : { status: 200, body: { status: "ok", ...said } };
    },
  ],
]);
