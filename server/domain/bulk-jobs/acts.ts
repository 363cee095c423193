import type { NewRow } from "@/server/db/insert-rows";
import type { Permission } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import type { ClaimName, IdempotencyClaim } from "@/server/domain/idempotency";
import { revokeUsableCode } from "@/server/domain/payment-codes";
import { resolveReport } from "@/server/domain/reports";
import { retryDelivery } from "@/server/domain/webhooks";

export type BulkJobRow = NewRow<"bulk_jobs">;

/** The outcome for one record: `done`, or the reason why not. */
export type ItemOutcome = string;
export const DONE: ItemOutcome = "done";

interface BulkAct {
  readonly permission: Permission;
  /** Acts on one record. Throws what the use case throws. */
  readonly perform: (
    staff: StaffCaller,
    item: { readonly id: string; readonly subjectId: string | null },
    claim: ClaimName,
  ) => Promise<ItemOutcome>;
}

/** The answer that is kept for an item's key. It only says that the item was done. */
export const ITEM_ANSWER = { status: 200, body: "{}", kept: { body: "{}", isEncrypted: false }, namedId: null };

const answering = <Outcome>(claim: ClaimName): IdempotencyClaim<Outcome> => ({ ...claim, answerTo: () => ITEM_ANSWER });

/** Each act runs the use case of a single record. */
export const BULK_ACTS: Readonly<Record<BulkJobRow["act"], BulkAct>> = {
  revoke_codes: {
    permission: "manage_codes",
    perform: async (staff, { id }, claim) => {
      const outcome = await revokeUsableCode(staff, { id, reason: null }, answering(claim));
      return outcome === "revoked" ? DONE : outcome;
    },
  },
  retry_deliveries: {
    permission: "manage_webhooks",
    perform: async (staff, { id: deliveryId, subjectId }, claim) => {
      await retryDelivery(staff, { subscriptionId: subjectId ?? "", deliveryId }, answering(claim));
      return DONE;
    },
  },
  resolve_reports: {
    permission: "move_money",
    // Resolving again changes nothing and tells no one, so it needs no key.
    perform: async (staff, { id }) => {
      await resolveReport(staff, { id });
      return DONE;
    },
  },
};
