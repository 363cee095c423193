import { getRequestListener } from "@hono/node-server";
import { stopLooking } from "@/server/domain/wake";
import { handleInngest } from "@/server/inngest/mount";
import { startBackgroundWork } from "../background-work";
import { bindSenders, doBackgroundWork } from "../bind-ports";
import type { StartSettings } from "../settings";
import type { Shutdown } from "../shutdown";
import type { OpenPlane } from "./plane";
import { isFront, socketOf, tellStarter } from "./plane";

export function openWork({ host, port }: StartSettings, shutdown: Shutdown): OpenPlane {
  bindSenders();
  const listener = getRequestListener(handleInngest, { overrideGlobalObjects: false });
  return {
    handler: async (request, response) => void (await listener(request, response)),
    upgrade: null,
    begin: async () => {
      const onRefused = (error: Error) =>
        tellStarter({
          closedLoop: "failed",
          reason: `The embedded engine refuses the functions. ${error.message}.`,
        });
      const at = isFront() ? { host, port } : { socketPath: socketOf("work") };
      shutdown.add(startBackgroundWork({ at, onRefused }));
      doBackgroundWork();
      shutdown.add({ stop: stopLooking });
    },
  };
}
