import type { NewRow } from "@/server/db/insert-rows";
import type { Currency } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";

export type AuthorizationRow = NewRow<"authorizations">;
export type CaptureRow = NewRow<"captures">;

export interface AuthorizationOutcome {
  readonly row: AuthorizationRow;
  /** Record id of a sale's capture; null for a hold or a decline. */
  readonly transactionId: string | null;
}

/** A record, or the decline of an unknown code. */
export type RedemptionOutcome =
  | { readonly row: AuthorizationRow; readonly memberId: MemberId; readonly transactionId: string | null }
  | { readonly row: null; readonly amountMinor: bigint; readonly currency: Currency };

/** Reference and metadata of a capture, void, refund, or increment. Null means that the payment's apply. */
export interface Annotations {
  readonly merchantReference?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

export function annotationColumns({ merchantReference = null, metadata = null }: Annotations) {
  return { merchantReference, metadata: metadata as AuthorizationRow["metadata"] };
}
