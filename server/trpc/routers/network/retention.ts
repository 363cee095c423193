import { listKeptTables } from "@/server/domain/retention";
import { presentKeptTable } from "@/server/presenters/network/retention";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const retentionRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => (await listKeptTables(ctx.operator)).map(presentKeptTable)),
});
