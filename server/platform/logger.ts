import pino, { type Logger } from "pino";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";

/** Structured lines on standard error. What a caller sent, paths included, is never logged as it came. */
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
