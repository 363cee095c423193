/** One sending of a request, and what came back. */
export interface Try {
  readonly at: number;
  /** Null: no answer came. */
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

/** A request with all its sendings, the last of which settles it. */
export interface Exchange {
  readonly client: string;
  readonly operation: string;
  /** Null: an operation that changes nothing and takes no key. */
  readonly key: string | null;
  readonly request: SentRequest;
  readonly tries: Try[];
  /** What the answer says was done, in the words in which `check/records.ts` reads it back. */
  readonly effects: string[];
  /** A refusal that the client reckons with. */
  readonly mayRefuse: readonly string[];
  /** Why its answer can't be right. */
  readonly objections: string[];
}

/** Whether the client knows now: what is busy, broken or missing may be either way. */
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
