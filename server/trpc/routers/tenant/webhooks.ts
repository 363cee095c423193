import type { z } from "zod";
import { spanOfDays } from "@/server/contracts/calendar-days";
import {
  CreateSubscriptionInput,
  DeliveryInput,
  EditSubscriptionInput,
  EventInput,
  NextSecretInput,
  PauseInput,
  ReplayFilterInput,
  RotateInput,
  StartReplayInput,
  SubscriptionInput,
  TestEventInput,
} from "@/server/contracts/portal/tenant/webhooks";
import type { StaffCaller } from "@/server/domain/caller";
import {
  cancelReplay,
  countOutcomes,
  createSubscription,
  editSubscription,
  findReplay,
  getDelivery,
  getEventDetail,
  getHealth,
  getSubscription,
  makeNextSecret,
  replayEvents,
  retryDelivery,
  revokeSubscription,
  rotateSecret,
  type ShownReplay,
  type SubscriptionWithSecret,
  sendTestEvent,
  updateSubscription,
} from "@/server/domain/webhooks";
import { presentDelivery, presentSubscription } from "@/server/presenters/rest/webhooks";
import {
  presentDeliveryDetail,
  presentEventDetail,
  presentHealth,
  presentListedSubscription,
  presentReplay,
  presentSamples,
} from "@/server/presenters/tenant/webhooks";
import { actOnce, runOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";

const HOUR_MS = 3_600_000;

const keep = ({ row }: SubscriptionWithSecret) => presentSubscription(row);

function replayOf({ now, timeZone }: StaffCaller, input: z.output<typeof ReplayFilterInput>) {
  const { id: subscriptionId, hours, outcomes: statuses, event } = input;
  const { from, before } = spanOfDays(input, timeZone);
  const since = hours ? new Date(now.getTime() - hours * HOUR_MS) : from;
  return { subscriptionId, since, until: hours ? null : before, statuses, types: event ? [event] : null };
}

export const webhooksRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.webhooks.input).query(async ({ ctx, input }) => {
    const { items, next, isPart, total } = await TENANT_LISTS.webhooks.read(ctx.staff, input);
    const outcomes = await countOutcomes(ctx.staff, { ids: items.map(({ id }) => id) });
    return { items: items.map((row) => presentListedSubscription(row, outcomes.get(row.id))), next, isPart, total };
  }),

  get: tenantProcedure
    .input(SubscriptionInput)
    .query(async ({ ctx, input }) => presentSubscription(await getSubscription(ctx.staff, input))),

  health: tenantProcedure
    .input(SubscriptionInput)
    .query(async ({ ctx, input }) => presentHealth(await getHealth(ctx.staff, input))),

  deliveries: tenantProcedure.input(TENANT_LISTS.deliveries.input).query(TENANT_LISTS.deliveries.query),

  delivery: tenantProcedure.input(DeliveryInput).query(async ({ ctx, input }) => {
    const { id: subscriptionId, deliveryId } = input;
    return presentDeliveryDetail(await getDelivery(ctx.staff, { subscriptionId, deliveryId }));
  }),

  /** Only this response and that of `rotate` contain the secret; null on a repeat. */
  create: tenantProcedure.input(CreateSubscriptionInput).mutation(async ({ ctx, input }) => {
    const { key, url, events, description } = input;
    const { outcome, shown } = await runOnce(ctx.staff, {
      name: "tenant.webhooks.create",
      input: { key, url, events, description },
      work: (once) => createSubscription(ctx.staff, { url, events, description }, once),
      present: keep,
    });
    return { subscription: shown, secret: outcome?.secret ?? null };
  }),

  rotate: tenantProcedure.input(RotateInput).mutation(async ({ ctx, input }) => {
    const { key, id } = input;
    const { outcome, shown } = await runOnce(ctx.staff, {
      name: "tenant.webhooks.rotate",
      input: { key, id },
      work: (once) => rotateSecret(ctx.staff, { id }, once),
      present: keep,
    });
    return { subscription: shown, secret: outcome?.secret ?? null };
  }),

  /** Only this response contains the next secret; null on a repeat. */
  makeNextSecret: tenantProcedure.input(NextSecretInput).mutation(async ({ ctx, input }) => {
    const { key, id, hours } = input;
    const at = new Date(ctx.staff.now.getTime() + hours * HOUR_MS);
    const { outcome, shown } = await runOnce(ctx.staff, {
      name: "tenant.webhooks.makeNextSecret",
      input: { key, id, hours },
      work: (once) => makeNextSecret(ctx.staff, { id, at }, once),
      present: keep,
    });
    return { subscription: shown, secret: outcome?.secret ?? null };
  }),

  edit: tenantProcedure.input(EditSubscriptionInput).mutation(async ({ ctx, input }) => {
    const { id, url, events, description, seen } = input;
    const { row, changedBy } = await editSubscription(ctx.staff, { id, url, events, description, seen });
    return { ...presentSubscription(row), changedBy };
  }),

  setStatus: tenantProcedure.input(PauseInput).mutation(async ({ ctx, input }) => {
    const { id, status } = input;
    return presentSubscription(await updateSubscription(ctx.staff, { id, status }, null));
  }),

  revoke: tenantProcedure
    .input(SubscriptionInput)
    .mutation(async ({ ctx, input }) => revokeSubscription(ctx.staff, { id: input.id }, null)),

  samples: tenantProcedure.query(({ ctx }) => presentSamples(ctx.staff)),

  sendTest: tenantProcedure.input(TestEventInput).mutation(async ({ ctx, input }) => {
    const { id, event } = input;
    return presentDelivery(await sendTestEvent(ctx.staff, { id, eventType: event ?? null }, null));
  }),

  previewReplay: tenantProcedure.input(ReplayFilterInput).query(async ({ ctx, input }) => {
    const replay = await replayEvents(ctx.staff, { ...replayOf(ctx.staff, input), isPreview: true }, null);
    return { total: replay.total };
  }),

  lastReplay: tenantProcedure.input(SubscriptionInput).query(async ({ ctx, input }) => {
    const replay = await findReplay(ctx.staff, { subscriptionId: input.id });
    return replay && presentReplay(replay, ctx.staff.now);
  }),

  startReplay: tenantProcedure.input(StartReplayInput).mutation(({ ctx, input }) => {
    const { tenant, environment, ...asked } = input;
    return actOnce(ctx.staff, {
      name: "tenant.webhooks.startReplay",
      input: asked,
      work: (once) => replayEvents(ctx.staff, { ...replayOf(ctx.staff, input), isPreview: false }, once),
      present: (replay: ShownReplay) => presentReplay(replay, ctx.staff.now),
    });
  }),

  stopReplay: tenantProcedure.input(SubscriptionInput).mutation(async ({ ctx, input }) => {
    await cancelReplay(ctx.staff, { subscriptionId: input.id }, null);
    return { id: input.id };
  }),

  events: tenantProcedure.input(TENANT_LISTS.events.input).query(TENANT_LISTS.events.query),

  event: tenantProcedure
    .input(EventInput)
    .query(async ({ ctx, input }) => presentEventDetail(await getEventDetail(ctx.staff, { id: input.id }))),

  retry: tenantProcedure.input(DeliveryInput).mutation(async ({ ctx, input }) => {
    const { id: subscriptionId, deliveryId } = input;
    return presentDelivery(await retryDelivery(ctx.staff, { subscriptionId, deliveryId }, null));
  }),
});
