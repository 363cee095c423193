import pino, { type Logger } from "pino";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";

/** Bytes and milliseconds. Writing every line separately would wake another thread each time (decision 123). */
const IN_BLOCKS = { minLength: 4_096, periodicFlush: 100 };

/** Structured lines on stderr, at most 100 ms late. Never log caller input verbatim, including paths. */
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
 * For lines with only ids and figures of ours, without nested objects. Skips redaction, which is half of a line's cost; every
 * request writes one.
 */
export function getPlainLogger(): Logger {
  plain ??= getLogger().child({}, { redact: [] });
  return plain;
}
