import { runInTransaction } from "@/server/db/guarded";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { findEngineAdmin } from "./ports";

/** Runs the function again from its first step. Throws `run_not_changeable` unless the run failed or was canceled. */
export async function replayRun(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  const admin = findEngineAdmin();
  if (!admin)
    throw new DomainError("run_not_changeable", "Functions run on an external Inngest. Manage this run there.");
  await runInTransaction(async (db) => {
    if (!(await admin.replayRun(id, db))) {
      throw new DomainError("run_not_changeable", "Only a failed or canceled run can be run again.");
    }
    const audited = { action: "run.replayed", subject: { kind: "run", id } } as const;
    await recordAudit(db, caller, { ...audited, tenantId: null, environment: null });
  });
}
