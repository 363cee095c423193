import type { AuthorizationRow } from "./authorization";

/** What a capture, void, or refund says of itself. What is left out is the payment's. */
export interface OwnWords {
  readonly merchantReference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** Its columns of the capture or the reversal. */
export function wordColumns({ merchantReference = null, metadata = null }: OwnWords) {
  return { merchantReference, metadata: metadata as AuthorizationRow["metadata"] };
}
