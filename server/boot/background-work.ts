import { bindEngineAdmin } from "@/server/domain/engine";
import { bindFunctionsCheck } from "@/server/domain/health";
import { bindEngineTransport } from "@/server/inngest/engine-transport";
import { getConfiguredInngest, getEmbeddedKeys } from "@/server/inngest/keys";
import { engineAdmin } from "@/server/inngest/local/admin";
import { Engine } from "@/server/inngest/local/engine";
import { receiveEvents } from "@/server/inngest/local/receive-events";
import { readOwnSlots } from "@/server/inngest/own-slots";
import { InngestWatch, type InngestWatchOptions } from "@/server/inngest/watch-inngest";

interface Settings {
  readonly at: { readonly host: string; readonly port: number } | { readonly socketPath: string };
  readonly onRefused: (error: Error) => void;
}

const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** Gives pages access to the embedded engine, and forwards events to it, wherever it runs. */
export function bindEngine(): void {
  if (getConfiguredInngest()) return;
  const { eventKey } = getEmbeddedKeys();
  bindEngineAdmin(engineAdmin);
  bindEngineTransport((request) => receiveEvents(request, eventKey));
}

export function startBackgroundWork({ at, onRefused }: Settings): { stop(): Promise<void> } {
  const configured = getConfiguredInngest();
  if (configured) return watchConfiguredInngest({ configured, isWorker: true });
  bindEngine();
  const { signingKey } = getEmbeddedKeys();
  const app =
    "socketPath" in at
      ? { appUrl: "http://localhost/api/inngest", socketPath: at.socketPath }
      : { appUrl: `http://${hostOf(at.host)}:${at.port}/api/inngest` };
  const engine = new Engine({ ...app, signingKey, ownSlots: readOwnSlots(), onRefused });
  engine.start();
  bindFunctionsCheck(() => ({ isReady: engine.isRunning(), detail: null }));
  return { stop: () => engine.stop() };
}

function hostOf(host: string): string {
  return EVERYWHERE[host] ?? (host.includes(":") ? `[${host}]` : host);
}

export function watchConfiguredInngest(options: InngestWatchOptions): { stop(): Promise<void> } {
  const watch = new InngestWatch(options);
  watch.start();
  bindFunctionsCheck(() => ({ isReady: watch.isReady(), detail: watch.sentence() }));
  return { stop: async () => watch.stop() };
}
