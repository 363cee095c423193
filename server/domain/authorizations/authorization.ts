import type { NewRow } from "@/server/db/insert-rows";
import type { Currency } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";

/** An authorization or an increment as it is stored. */
export type AuthorizationRow = NewRow<"authorizations">;
export type CaptureRow = NewRow<"captures">;

/** The outcome of a request for a hold: an approved or a declined record. */
export interface AuthorizationOutcome {
  readonly row: AuthorizationRow;
  /** Names the capture of a sale; null for a hold and a decline. */
  readonly transactionId: string | null;
}

/** A record, or the decline of a code that no one knows. */
export type RedemptionOutcome =
  | { readonly row: AuthorizationRow; readonly memberId: MemberId; readonly transactionId: string | null }
  | { readonly row: null; readonly amountMinor: bigint; readonly currency: Currency };

/** The reference and metadata of a capture, void, refund, or increment. One that is left out is null: the payment's applies. */
export interface Annotations {
  readonly merchantReference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** The columns of a capture or reversal that hold its annotations. */
export function annotationColumns({ merchantReference = null, metadata = null }: Annotations) {
  return { merchantReference, metadata: metadata as AuthorizationRow["metadata"] };
}
