import type { NewRow } from "@/server/db/insert-rows";
import { raw } from "@/server/db/sql";
import type { Permission } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { ClaimName, IdempotencyClaim } from "@/server/domain/idempotency";
import { revokeUsableCode } from "@/server/domain/payment-codes";
import { resolveReport } from "@/server/domain/reports";
import { addMember, type NewMember } from "@/server/domain/team";
import { retryDelivery } from "@/server/domain/webhooks";

/** A job without what it is to make, which is long. */
export type BulkJobRow = Omit<NewRow<"bulk_jobs">, "contents">;

/** SQL: the columns of that. */
export const JOB_COLUMNS = raw(
  "id, tenant_id, environment, act, subject_id, user_id, request_id, item_ids, outcomes, run, touched_at, created_at, finished_at",
);

/** The outcome for one record: `done`, or the reason why not. */
export type ItemOutcome = string;
export const DONE: ItemOutcome = "done";

interface BulkItem {
  readonly id: string;
  readonly subjectId: string | null;
  /** The fields of the record to make, as JSON; null where the record is there already. */
  readonly content: string | null;
}

interface BulkAct {
  readonly permission: Permission;
  /** It makes records, which in live needs an approved tenant. */
  readonly isCreation?: true;
  /** Acts on one record. Throws what the use case throws. */
  readonly perform: (staff: StaffCaller, item: BulkItem, claim: ClaimName) => Promise<ItemOutcome>;
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
  create_members: {
    permission: "manage_members",
    isCreation: true,
    perform: async (staff, { content }, claim) => {
      if (content === null) throw new Error("a member to create without a name");
      try {
        await addMember(staff, JSON.parse(content) as NewMember, answering(claim));
      } catch (error) {
        // The invitations of the day are used up: no later try of this job finds more.
        if (!(error instanceof DomainError) || error.code !== "rate_limit_exceeded") throw error;
        throw new DomainError("limit_reached", error.message);
      }
      return DONE;
    },
  },
};
