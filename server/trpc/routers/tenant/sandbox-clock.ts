import { MoveClockInput } from "@/server/contracts/portal/tenant/sandbox-clock";
import { advanceClock, getSandboxClock, type SandboxClock } from "@/server/domain/sandbox";
import { DAY_MS, HOUR_MS } from "@/server/platform/clock";
import { presentClockPage } from "@/server/presenters/tenant/sandbox-clock";
import { actOnce } from "@/server/trpc/act-once";
import { router, tenantProcedure } from "@/server/trpc/procedures";

export const sandboxClockRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => presentClockPage(await getSandboxClock(ctx.staff))),

  advance: tenantProcedure.input(MoveClockInput).mutation(({ ctx, input }) => {
    const { key, days = 0, hours = 0, to } = input;
    const byMs = to === undefined ? days * DAY_MS + hours * HOUR_MS : null;
    return actOnce(ctx.staff, {
      name: "tenant.sandboxClock.advance",
      input: { key, days, hours, to },
      work: (claim) => advanceClock(ctx.staff, { byMs, to: to === undefined ? null : new Date(to) }, claim),
      present: ({ now }: SandboxClock) => ({ now: now.toISOString() }),
    });
  }),
});
