import { RecordInput } from "@/server/contracts/portal/shared/pages";
import {
  AuthorizationListInput,
  CaptureInput,
  IncrementInput,
  ReverseInput,
} from "@/server/contracts/portal/tenant/money";
import { captureAuthorization, incrementAuthorization, reverseAuthorization } from "@/server/domain/authorizations";
import { getAuthorizationStory, listAuthorizations, sumAuthorizations } from "@/server/domain/queries";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import {
  presentAuthorizationStory,
  presentAuthorizationSums,
  presentCaptured,
  presentIncremented,
  presentReversed,
  presentTenantAuthorization,
} from "@/server/presenters/tenant/authorizations";
import { actOnce } from "@/server/trpc/act-once";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { router, tenantProcedure } from "@/server/trpc/procedures";
import { authorizationFilterOf } from "@/server/trpc/tenant-filters";

export const authorizationsRouter = router({
  list: tenantProcedure.input(AuthorizationListInput).query(async ({ ctx, input }) => {
    const page = await listAuthorizations(ctx.staff, {
      ...authorizationFilterOf(input, ctx.staff.timeZone),
      ...readOrder(input),
    });
    return presentSortedPage(page, (item) => presentTenantAuthorization(item, ctx.staff.now));
  }),

  sum: tenantProcedure
    .input(AuthorizationListInput)
    .query(async ({ ctx, input }) =>
      presentAuthorizationSums(await sumAuthorizations(ctx.staff, authorizationFilterOf(input, ctx.staff.timeZone))),
    ),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentAuthorizationStory(await getAuthorizationStory(ctx.staff, input), ctx.staff.now);
  }),

  capture: tenantProcedure.input(CaptureInput).mutation(async ({ ctx, input }) => {
    const what = { id: input.id, amount: readOptionalAmount(input.amount) };
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
    const { id, kind = null, reason: reasonCode } = input;
    const what = { id, amount: readOptionalAmount(input.amount), kind, reasonCode };
    return actOnce(ctx.staff, {
      name: "tenant.authorizations.reverse",
      input,
      work: (claim) => reverseAuthorization(ctx.staff, what, claim),
      present: presentReversed,
    });
  }),
});
