import { closeListener } from "@/server/db/listen";
import { closePool } from "@/server/db/pool";
import { onPagesEnd } from "@/server/platform/next-seam";
import { bindEngine } from "../background-work";

/** In Next's module graph: lets pages look into the engine, and says how what they opened is ended. */
export function openForPages(tracing: { stop(): Promise<void> } | null): void {
  bindEngine();
  onPagesEnd(async () => {
    await closeListener();
    await tracing?.stop();
    await closePool();
  });
}
