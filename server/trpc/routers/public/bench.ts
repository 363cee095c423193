import {
  AllowBenchInput,
  ChargeBenchInput,
  CreateBenchCodeInput,
  MoveBenchInput,
} from "@/server/contracts/portal/public/bench";
import type { RescueOutcome } from "@/server/domain/authorizations";
import { paymentCodeNotFound } from "@/server/domain/payment-codes";
import {
  allowDemoPayment,
  createDemoCode,
  findDemoCharge,
  moveDemoPayment,
  openDemoRun,
  readDemoRecord,
  redeemDemoCode,
  runNotFound,
  sealDemoRun,
} from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { parseRecordId } from "@/server/platform/ids";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { presentBenchAct, presentBenchStep } from "@/server/presenters/public/bench";
import { presentNewMemberCode } from "@/server/presenters/rest/payment-codes";
import { presentDate } from "@/server/presenters/shared/values";
import { actOnce } from "@/server/trpc/act-once";
import type { TrpcContext } from "@/server/trpc/context";
import { limitDemoOverall, limitDemoVisitor } from "@/server/trpc/demo-limits";
import { publicProcedure, router } from "@/server/trpc/procedures";

const requestOf = ({ requestId }: TrpcContext) => ({ now: now(), requestId });

/**
 * The bench: a demo payment and everything that can happen to it. Every response contains a seal, with which only its visitor
 * can continue.
 */
export const benchRouter = router({
  createCode: publicProcedure.input(CreateBenchCodeInput).mutation(async ({ ctx, input }) => {
    await limitDemoVisitor("code", ctx.address);
    await limitDemoOverall("code", ctx.address);
    const created = await createDemoCode(requestOf(ctx), input.cap);
    const { code, expiresAt } = presentNewMemberCode(created);
    return { run: sealDemoRun({ codeId: parseRecordId(created.row.id), recordId: null }), code, expiresAt };
  }),

  charge: publicProcedure.input(ChargeBenchInput).mutation(async ({ ctx, input }) => {
    const request = requestOf(ctx);
    await limitDemoVisitor("charge", ctx.address);
    const { codeId } = openDemoRun(input.run, request.now);
    const charge = await findDemoCharge(request, input.code);
    if (charge.codeId !== codeId) throw paymentCodeNotFound();
    await limitDemoOverall("charge", ctx.address);
    const ask = { amount: readAmount(input.amount), isSale: !input.isHold };
    const { recordId, ...act } = await actOnce(
      { kind: "visitor", codeId },
      {
        name: "public.bench.charge",
        input,
        work: (claim) => redeemDemoCode(charge, ask, claim),
        present: presentBenchAct,
      },
    );
    if (recordId === null || !AuthorizationId.is(recordId)) throw paymentCodeNotFound();
    const step = presentBenchStep(act, await readDemoRecord(request, recordId), request.now);
    return { run: sealDemoRun({ codeId, recordId }), step };
  }),

  move: publicProcedure.input(MoveBenchInput).mutation(async ({ ctx, input }) => {
    const request = requestOf(ctx);
    await limitDemoVisitor("move", ctx.address);
    const run = openDemoRun(input.run, request.now);
    if (run.recordId === null) throw runNotFound();
    await limitDemoOverall("move", ctx.address);
    const move = { move: input.move, amount: readOptionalAmount(input.amount ?? undefined) };
    const { recordId: _, ...act } = await actOnce(
      { kind: "visitor", codeId: run.codeId },
      {
        name: "public.bench.move",
        input,
        work: (claim) => moveDemoPayment(request, run, move, claim),
        present: presentBenchAct,
      },
    );
    return { run: input.run, step: presentBenchStep(act, await readDemoRecord(request, run.recordId), request.now) };
  }),

  allow: publicProcedure.input(AllowBenchInput).mutation(async ({ ctx, input }) => {
    const request = requestOf(ctx);
    await limitDemoVisitor("move", ctx.address);
    const run = openDemoRun(input.run, request.now);
    await limitDemoOverall("move", ctx.address);
    const { until } = await actOnce(
      { kind: "visitor", codeId: run.codeId },
      {
        name: "public.bench.allow",
        input,
        work: (claim) => allowDemoPayment(request, run, claim),
        present: ({ rescue }: RescueOutcome) => ({ until: presentDate(rescue.expiresAt) }),
      },
    );
    return { run: input.run, until };
  }),
});
