import type { NewRow } from "@/server/db/insert-rows";
import { raw } from "@/server/db/sql";
import type { Permission } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import { closeDispute } from "@/server/domain/disputes";
import type { ClaimName, IdempotencyClaim } from "@/server/domain/idempotency";
import { type FloatFunding, fundFromFloat } from "@/server/domain/members";
import { revokeUsableCode } from "@/server/domain/payment-codes";
import { addMember, type NewMember } from "@/server/domain/team";
import { retryDelivery } from "@/server/domain/webhooks";

export type BulkJobRow = Omit<NewRow<"bulk_jobs">, "contents">;

export const JOB_COLUMNS = raw(
  "id, tenant_id, environment, act, subject_id, user_id, request_id, item_ids, outcomes, sums, is_held, decided_by, decided_at, run, touched_at, created_at, finished_at",
);

/** `done`, or the reason why not. */
export type ItemOutcome = string;
export const DONE: ItemOutcome = "done";

interface BulkItem {
  readonly id: string;
  readonly subjectId: string | null;
  /** JSON of the record to create; null if the record exists. */
  readonly content: string | null;
}

interface BulkAct {
  readonly permission: Permission;
  /** Creates records, which in live needs an approved tenant. */
  readonly isCreation?: true;
  readonly perform: (staff: StaffCaller, item: BulkItem, claim: ClaimName) => Promise<ItemOutcome>;
}

/** Stored as the answer of an item's key. */
export const ITEM_ANSWER = { status: 200, body: "{}", kept: { body: "{}", isEncrypted: false }, namedId: null };

const answering = <Outcome>(claim: ClaimName): IdempotencyClaim<Outcome> => ({ ...claim, answerTo: () => ITEM_ANSWER });

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
  close_disputes: {
    permission: "move_money",
    perform: async (staff, { id }, claim) => {
      await closeDispute(staff, { id, outcome: "by_refund", message: null }, answering(claim));
      return DONE;
    },
  },
  create_members: {
    permission: "manage_members",
    isCreation: true,
    perform: async (staff, { content }, claim) => {
      if (content === null) throw new Error("a member to create without a name");
      await addMember(staff, JSON.parse(content) as NewMember, answering(claim));
      return DONE;
    },
  },
  fund_members: {
    permission: "move_money",
    isCreation: true,
    perform: async (staff, { content }, claim) => {
      if (content === null) throw new Error("rows to fund that are not there");
      const rows = JSON.parse(content) as readonly (Omit<FloatFunding, "amountMinor"> & {
        readonly amountMinor: string;
      })[];
      const fundings = rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
      await fundFromFloat(staff, fundings, answering(claim));
      return DONE;
    },
  },
};
