import { PreviewImportInput, StartImportInput } from "@/server/contracts/portal/tenant/member-imports";
import { importMembers, previewImport } from "@/server/domain/member-imports";
import { presentBulkJob } from "@/server/presenters/tenant/bulk-jobs";
import { presentImportPreview } from "@/server/presenters/tenant/member-imports";
import { actOnce } from "@/server/trpc/act-once";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const memberImportsRouter = router({
  /** Writes nothing. A mutation because a query's input is sent in the URL, which is too short for a file. */
  preview: tenantProcedure
    .input(PreviewImportInput)
    .mutation(async ({ ctx, input }) => presentImportPreview(await previewImport(ctx.staff, { text: input.text }))),

  start: tenantProcedure.input(StartImportInput).mutation(({ ctx, input }) => {
    const { key, text, isInviting } = input;
    return actOnce(ctx.staff, {
      name: "tenant.memberImports.start",
      input: { key, text, isInviting },
      work: (claim) => importMembers(ctx.staff, { text, isInviting }, claim),
      present: presentBulkJob,
    });
  }),
});
