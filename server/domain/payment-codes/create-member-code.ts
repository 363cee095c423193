import { getPool } from "@/server/db/pool";
import { findMerchant } from "@/server/domain/merchants";
import { MerchantId } from "@/server/platform/noun-ids";
import type { MemberCaller } from "../caller";
import { unknownReference } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { type CodeTerms, mintPaymentCode, writePaymentCode } from "./mint-payment-code";
import type { PaymentCodeRow } from "./payment-code";

export interface NewMemberCode {
  readonly row: PaymentCodeRow;
  /** Returned once; only its hash is stored. */
  readonly code: string;
}

/** A member's code has no PIN, so it is never locked. */
const NO_TRIES = 1;

/**
 * Makes a code of 8 characters without a PIN that pays from one of the member's own accounts (contract 2.8), at any merchant of
 * the network or the one it names, on /merchant/v1 only.
 * Throws `invalid_reference`, `validation_error`.
 */
export async function createMemberCode(
  caller: MemberCaller,
  input: CodeTerms,
  claim: IdempotencyClaim<NewMemberCode> | null,
): Promise<NewMemberCode> {
  const { tenantId, memberId, environment, now } = caller;
  const merchantId = input.merchant === null ? null : await requireMerchant(caller, input.merchant);
  const issue = {
    origin: "member",
    tenantId,
    environment,
    now,
    memberId,
    merchantId,
    pinHash: null,
    lockoutThreshold: NO_TRIES,
  } as const;
  return writePaymentCode(await mintPaymentCode(issue, input), claim, caller);
}

/** Any tenant's merchant will do. */
async function requireMerchant({ environment }: MemberCaller, merchant: string): Promise<MerchantId> {
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  if (!(await findMerchant(getPool(), { id: merchant, environment }))) throw unknownReference("merchant");
  return merchant;
}
