import pino, { type Logger } from "pino";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";

/** In bytes and milliseconds: a write for each line wakes another thread each time (decision 123). */
const IN_BLOCKS = { minLength: 4_096, periodicFlush: 100 };

/** Structured lines on standard error, at most 100 ms late. What a caller sent, paths included, is never logged as it came. */
export function getLogger(): Logger {
  return processSingleton("logger", () =>
    pino(
      {
        level: getEnv().LOG_LEVEL,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        redact: ["*.panToken", "*.pin", "*.code", "*.secret", "*.authorization", "*.apiKey"],
      },
      pino.destination({ dest: 2, sync: false, ...IN_BLOCKS }),
    ),
  );
}

let plain: Logger | undefined;

/**
 * The same for a line that has ids and figures of ours alone, none of them in an object of its own: nothing in it could be
 * left out, and looking for that is half of what a line costs. Each request writes one.
 */
export function getPlainLogger(): Logger {
  plain ??= getLogger().child({}, { redact: [] });
  return plain;
}
