import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import {
  decideCode,
  type PaymentCodeRow,
  type PinCheck,
  tried,
  used,
  writeCodeUses,
} from "@/server/domain/payment-codes";
import { withinAllowance } from "../../rescue/allowance";
import type { Instrument, PaymentRequest } from "../payment-request";

export interface CodeRequest extends PaymentRequest {
  /** Null: no one knows the code that was sent. */
  readonly codeId: string | null;
  readonly pinCheck: PinCheck;
  /** A charge without the member: the first binds the code to the merchant. */
  readonly isRecurring: boolean;
}

/** A tenant's cap of a code is not its member's to lift. */
function withoutMemberCap(code: PaymentCodeRow): PaymentCodeRow {
  return code.origin === "member" ? { ...code, maxAmountMinor: null } : code;
}

/** A payment code: each use and each try of its PIN counts, and the last of either ends it. */
export const CODE: Instrument<CodeRequest, PaymentCodeRow> = {
  kind: "payment_code",
  parent: null,
  nameOf: ({ codeId }) => codeId ?? "",
  lock: (db, { codeId }) =>
    query(
      db,
      sql`SELECT p.id FROM payment_codes p JOIN accounts a ON a.id = p.account_id WHERE p.id = ${codeId}
        FOR NO KEY UPDATE OF p, a`,
    ),
  source: () => sql`(SELECT * FROM payment_codes WHERE id = i.name LIMIT 1)`,
  payerOf: (row) => row,
  // Its terms never change, but for what the code's own rules say of that.
  rescue: { payerId: sql`p.id`, rulesVersion: () => 0 },
  decide: ({ caller, pinCheck, isRecurring }, read, input) => {
    const code = input.allowance ? withoutMemberCap(read) : read;
    const decision = decideCode({ now: caller.now, code, isPinRight: pinCheck.isRight, isRecurring, ...input });
    return withinAllowance(decision, input);
  },
  use: (code, { caller, pinCheck, isRecurring }, { merchant }) =>
    used(code, caller.now, {
      merchant,
      isBound: isRecurring && code.boundAt === null,
      forgivesTries: pinCheck.wasChecked,
    }),
  afterDecline: (code, { pinCheck, caller }, decision) => tried(code, decision, pinCheck, caller.now),
  write: (changes) => [{ name: "codes", rows: changes.length, part: (guard) => writeCodeUses(changes, guard) }],
  columns: ({ id }) => ({ paymentCodeId: id }),
  missing: () => null,
};
