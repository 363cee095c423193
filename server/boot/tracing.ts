type Environment = Readonly<Record<string, string | undefined>>;

const DESTINATIONS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_EXPORTER"];

export function isTracingAsked(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === "true" || environment.OTEL_TRACES_EXPORTER === "none")
    return false;
  return DESTINATIONS.some((name) => environment[name]);
}

/**
 * Starts tracing if `OTEL_*` settings ask for it; otherwise loads nothing of OpenTelemetry. `stop` sends the remaining traces.
 */
export async function startTracing(environment: Environment = process.env): Promise<{ stop(): Promise<void> } | null> {
  if (!isTracingAsked(environment)) return null;
  const { openTelemetry } = await import("./open-telemetry");
  return openTelemetry(environment);
}
