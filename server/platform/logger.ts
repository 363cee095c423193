import pino, { type Logger } from "pino";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";

/** Structured lines on standard error. What could be a credential is masked before it gets here: see `maskPath`. */
export function getLogger(): Logger {
  return processSingleton("logger", () =>
    pino(
      {
        level: getEnv().LOG_LEVEL,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        redact: ["*.panToken", "*.pin", "*.code", "*.secret", "*.authorization", "*.apiKey"],
      },
      pino.destination({ dest: 2, sync: false }),
    ),
  );
}

/** Path segments that may be codes, tokens or ids are cut to their last four characters. */
export function maskPath(path: string): string {
  return path.replace(/(?<=\/)[0-9A-Za-z_-]{7,}(?=\/|$)/g, (segment) =>
    /\d|[A-Z]/.test(segment) ? `…${segment.slice(-4)}` : segment,
  );
}
