import { closeSharedState, handleApi } from "@/server/api/host";
import { getConfiguredInngest } from "@/server/inngest/keys";
import { openRedis } from "@/server/platform/limiters";
import { bindEngine, watchConfiguredInngest } from "../background-work";
import { bindSenders, leaveBackgroundWork } from "../bind-ports";
import type { Shutdown } from "../shutdown";
import type { OpenPlane } from "./plane";

export function openPayments(shutdown: Shutdown): OpenPlane {
  shutdown.add({ stop: closeSharedState });
  openRedis();
  bindSenders();
  bindEngine();
  return {
    handler: handleApi,
    upgrade: null,
    begin: async () => {
      const configured = getConfiguredInngest();
      if (configured) shutdown.add(watchConfiguredInngest({ configured, isWorker: false }));
      leaveBackgroundWork();
    },
  };
}
