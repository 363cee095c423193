import { runInTransaction } from "@/server/db/guarded";
import type { Queryable } from "@/server/db/query";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { type EngineAdmin, findEngineAdmin } from "./ports";

/**
 * Runs the function again, for the same event and from its first step; the failed run stays what it was. Throws
 * `run_not_changeable` unless it has failed or was cancelled.
 */
export async function replayRun(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  const refusal = "Only a failed or canceled run can be run again.";
  await change(caller, id, { action: "run.replayed", refusal, apply: (admin, db) => admin.replayRun(id, db) });
}

/** Ends a run that sleeps. What it had already done stays done. Throws `run_not_changeable` for any other. */
export async function cancelRun(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  const refusal = "Only a sleeping run can be canceled.";
  await change(caller, id, { action: "run.cancelled", refusal, apply: (admin, db) => admin.cancelRun(id, db) });
}

interface Change {
  readonly action: string;
  readonly refusal: string;
  readonly apply: (admin: EngineAdmin, db: Queryable) => Promise<boolean>;
}

async function change(caller: OperatorCaller, id: string, { action, refusal, apply }: Change): Promise<void> {
  const admin = findEngineAdmin();
  if (!admin)
    throw new DomainError("run_not_changeable", "Functions run on an external Inngest. Manage this run there.");
  await runInTransaction(async (db) => {
    if (!(await apply(admin, db))) throw new DomainError("run_not_changeable", refusal);
    await recordAudit(db, caller, { action, subject: { kind: "run", id }, tenantId: null, environment: null });
  });
}
