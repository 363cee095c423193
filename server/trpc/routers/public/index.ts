import { DEMO_CAP } from "@/server/contracts/demo";
import { ChargeDemoInput } from "@/server/contracts/portal/public/demo";
import { chargeDemoCode, createDemoCode, findDemoCharge } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { presentDemoCode, presentDemoPayment } from "@/server/presenters/public/demo";
import type { TrpcContext } from "@/server/trpc/context";
import { limitDemoOverall, limitDemoVisitor } from "@/server/trpc/demo-limits";
import { publicProcedure, router } from "../../procedures";
import { accessRouter } from "./access";
import { benchRouter } from "./bench";

const requestOf = ({ requestId }: TrpcContext) => ({ now: now(), requestId });

/** The phone and till on the start page. They act in the public sandbox and see only their own records. */
const demoRouter = router({
  createCode: publicProcedure.mutation(async ({ ctx }) => {
    await limitDemoVisitor("code", ctx.address);
    await limitDemoOverall("code", ctx.address);
    return presentDemoCode(await createDemoCode(requestOf(ctx), DEMO_CAP));
  }),

  charge: publicProcedure.input(ChargeDemoInput).mutation(async ({ ctx, input }) => {
    await limitDemoVisitor("charge", ctx.address);
    const charge = await findDemoCharge(requestOf(ctx), input.code);
    await limitDemoOverall("charge", ctx.address);
    return presentDemoPayment(await chargeDemoCode(charge, readAmount(input.amount)));
  }),
});

export const publicRouter = router({
  access: accessRouter,
  bench: benchRouter,
  demo: demoRouter,
});
