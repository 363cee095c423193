import { currentConnection } from "./connection";

/** `contended`: others kept changing the very rows that it is about. */
type Reason = "busy" | "contended" | "not_migrated";

/** Something the request needs is busy or away for a moment. Nothing is wrong with the request: it may be repeated. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  /** All that Next shows a browser of an error that a page threw. */
  readonly digest = "temporarily_unavailable";

  readonly reason: Reason;

  constructor(message: string, { reason = "busy", ...options }: ErrorOptions & { reason?: Reason } = {}) {
    super(message, options);
    this.reason = reason;
    currentConnection().onUnavailable?.();
  }

  /** By its name: one process has this class twice, in `server/main.ts` and in what Next compiled, and they share a client. */
  static override [Symbol.hasInstance](value: unknown): value is UnavailableError {
    return value instanceof Error && value.name === "UnavailableError";
  }
}

/** What is read for several requests at once belongs to none of their connections. The caller's is told if something is away. */
export function heardByCaller<T>(answer: Promise<T>): Promise<T> {
  const { onUnavailable } = currentConnection();
  if (!onUnavailable) return answer;
  return answer.catch((error) => {
    if (error instanceof UnavailableError) onUnavailable();
    throw error;
  });
}
