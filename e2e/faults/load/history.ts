export interface Try {
  readonly at: number;
  /** Null: no answer arrived. */
  readonly status: number | null;
  readonly text: string;
  readonly isReplay: boolean;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request with all its attempts; the last one settles it. */
export interface Exchange {
  readonly client: string;
  readonly operation: string;
  /** Null: a read, which takes no key. */
  readonly key: string | null;
  readonly request: SentRequest;
  readonly tries: Try[];
  /** The effects that the answer reports, in the format of `check/records.ts`. */
  readonly effects: string[];
  /** Error codes that the client accepts. */
  readonly mayRefuse: readonly string[];
  readonly objections: string[];
}

/** True if the outcome is known. After a 429, a 5xx, or no answer, the request may or may not have had an effect. */
export function settles({ status }: Try): boolean {
  return status !== null && status < 500 && status !== 429;
}

export function isSuccess({ status }: Try): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function settledBy({ tries }: Exchange): Try | null {
  const last = tries.at(-1);
  return last && settles(last) ? last : null;
}
