import { currentConnection } from "./connection";

/** `contended`: concurrent requests kept changing the same rows. */
type Reason = "busy" | "contended" | "not_migrated";

/** A dependency is busy or unavailable for a moment. The request itself is fine and may be repeated. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  /** Next shows browsers only this field of a page's error. */
  readonly digest = "temporarily_unavailable";

  readonly reason: Reason;

  constructor(message: string, { reason = "busy", ...options }: ErrorOptions & { reason?: Reason } = {}) {
    super(message, options);
    this.reason = reason;
    currentConnection().onUnavailable?.();
  }

  /**
   * Compares by name, because a process loads this class twice, in `server/main.ts` and in Next's build, and both share a
   * client.
   */
  static override [Symbol.hasInstance](value: unknown): value is UnavailableError {
    return value instanceof Error && value.name === "UnavailableError";
  }
}

/** Reports unavailability of a shared read to this caller's connection, since the read itself belongs to none. */
export function reportUnavailable<T>(answer: Promise<T>): Promise<T> {
  const { onUnavailable } = currentConnection();
  if (!onUnavailable) return answer;
  return answer.catch((error) => {
    if (error instanceof UnavailableError) onUnavailable();
    throw error;
  });
}
