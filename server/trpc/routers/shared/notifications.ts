import { MarkReadInput } from "@/server/contracts/portal/shared/account";
import { PageInput } from "@/server/contracts/portal/shared/pages";
import { countUnread, listNotifications, markRead } from "@/server/domain/notifications";
import { presentNotification } from "@/server/presenters/shared/notifications";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { router, signedInProcedure } from "@/server/trpc/procedures";

export const notificationsRouter = router({
  list: signedInProcedure.input(PageInput).query(async ({ ctx, input }) => {
    const page = await listNotifications(ctx.user, { limit: input.limit, cursor: readCursor(input.cursor) });
    return presentPage(page, presentNotification);
  }),
  count: signedInProcedure.query(async ({ ctx }) => ({ unread: await countUnread(ctx.user) })),
  markRead: signedInProcedure.input(MarkReadInput).mutation(async ({ ctx, input }) => {
    await markRead(ctx.user, { id: input.id ?? null });
    return {};
  }),
});
