import { BulkJobListInput, StartBulkJobInput } from "@/server/contracts/portal/tenant/bulk-jobs";
import { listBulkJobs, startBulkJob } from "@/server/domain/bulk-jobs";
import { presentBulkJob } from "@/server/presenters/tenant/bulk-jobs";
import { actOnce } from "@/server/trpc/act-once";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const bulkJobsRouter = router({
  list: tenantProcedure.input(BulkJobListInput).query(async ({ ctx, input: { act, subject: subjectId = null } }) => {
    return { jobs: (await listBulkJobs(ctx.staff, { act, subjectId })).map(presentBulkJob) };
  }),

  start: tenantProcedure.input(StartBulkJobInput).mutation(({ ctx, input }) => {
    const { key, act, subject: subjectId = null, ids } = input;
    return actOnce(ctx.staff, {
      name: "tenant.bulkJobs.start",
      input: { key, act, subjectId, ids },
      work: (claim) => startBulkJob(ctx.staff, { act, subjectId, ids }, claim),
      present: presentBulkJob,
    });
  }),
});
