import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { CaptureInput, IncrementInput, ReverseInput } from "@/server/contracts/portal/tenant/money";
import { captureAuthorization, incrementAuthorization, reverseAuthorization } from "@/server/domain/authorizations";
import { getAuthorizationStory, sumAuthorizations } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import {
  presentAuthorizationStory,
  presentAuthorizationSums,
  presentCaptured,
  presentIncremented,
  presentReversed,
} from "@/server/presenters/tenant/authorizations";
import { actOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const authorizationsRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.authorizations.input).query(TENANT_LISTS.authorizations.query),

  sum: tenantProcedure.input(TENANT_LISTS.authorizations.input).query(async ({ ctx, input }) => {
    const filter = TENANT_LISTS.authorizations.filter(ctx.staff, input);
    return presentAuthorizationSums(await sumAuthorizations(ctx.staff, filter));
  }),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentAuthorizationStory(await getAuthorizationStory(ctx.staff, input), ctx.staff.now);
  }),

  capture: tenantProcedure.input(CaptureInput).mutation(async ({ ctx, input }) => {
    const what = { id: input.id, amount: readAmount(input.amount) };
    return actOnce(ctx.staff, {
      name: "tenant.authorizations.capture",
      input,
      work: (claim) => captureAuthorization(ctx.staff, what, claim),
      present: presentCaptured,
    });
  }),

  increment: tenantProcedure.input(IncrementInput).mutation(async ({ ctx, input }) => {
    const what = { id: input.id, amount: readAmount(input.amount), metadata: null };
    return actOnce(ctx.staff, {
      name: "tenant.authorizations.increment",
      input,
      work: (claim) => incrementAuthorization(ctx.staff, what, claim),
      present: presentIncremented,
    });
  }),

  reverse: tenantProcedure.input(ReverseInput).mutation(async ({ ctx, input }) => {
    const { id, kind, reason: reasonCode } = input;
    const what = { id, amount: readAmount(input.amount), kind, reasonCode };
    return actOnce(ctx.staff, {
      name: "tenant.authorizations.reverse",
      input,
      work: (claim) => reverseAuthorization(ctx.staff, what, claim),
      present: presentReversed,
    });
  }),
});
