import { MarkReadInput } from "@/server/contracts/people";
import { PageInput } from "@/server/contracts/portal";
import { countUnread, listNotifications, markRead } from "@/server/domain/notifications";
import { presentNotification } from "@/server/presenters/notifications";
import { presentPage, readCursor } from "../cursor";
import { router, signedInProcedure } from "../procedures";

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
