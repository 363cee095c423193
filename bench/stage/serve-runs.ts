import { Measurement, RunRequest } from "../measurement";

/** The child's side of a runner: runs one request at a time until the parent is gone. */
export function serveRuns(run: (request: RunRequest, sayPrepared: () => void) => Promise<Measurement>): void {
  process.on("message", (message) => {
    run(RunRequest.parse(message), () => process.send?.({ isPrepared: true })).then(
      (measurement) => process.send?.({ measurement: Measurement.parse(measurement) }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : `${error}` }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.({ isReady: true });
}
