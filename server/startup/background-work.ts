import { openEngineDoor } from "@/server/inngest/engine-door";
import { getConfiguredInngest, getEmbeddedKeys } from "@/server/inngest/keys";
import { Engine } from "@/server/inngest/local/engine";
import { receiveEvents } from "@/server/inngest/local/receive-events";
import { processSingleton } from "@/server/platform/singleton";

interface Settings {
  /** Where this process listens. */
  readonly host: string;
  readonly port: number;
  /** A function wants what the engine does not do. */
  readonly onRefused: (error: Error) => void;
}

const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/**
 * What runs beside the requests: the embedded engine, where no Inngest is configured. Once per process, whichever of
 * its two hosts asks first. Returns what the shutdown has to stop; null where there is nothing.
 */
export function startBackgroundWork({ host, port, onRefused }: Settings): { stop(): Promise<void> } | null {
  if (getConfiguredInngest()) return null;
  return processSingleton("background-work", () => {
    const { signingKey, eventKey } = getEmbeddedKeys();
    openEngineDoor((request) => receiveEvents(request, eventKey));
    const name = EVERYWHERE[host] ?? (host.includes(":") ? `[${host}]` : host);
    const engine = new Engine({ appUrl: `http://${name}:${port}/api/inngest`, signingKey, onRefused });
    engine.start();
    return { stop: () => engine.stop() };
  });
}
