import { z } from "zod";
import { provideHolds } from "./authorize";
import { byTurns, requestText } from "./requests";
import type { Context, Scenario, Send } from "./scenario";

const ListPage = z.object({ result: z.object({ data: z.object({ next: z.string().nullable() }) }) });
const PAGE = 50;
const DEEP_PAGES = 20;

function query(send: Send, { world, turn }: Context, procedure: string, input: object) {
  const place = { tenant: world.tenant.slug, environment: "test" };
  const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ ...place, ...input }))}`;
  return send(requestText({ method: "GET", path, headers: { cookie: byTurns(world.cookies, turn()) } }));
}

function listPage(cursor: { deep: string | null }): Scenario {
  return {
    name: "list page deep",
    prepare: async (run) => {
      if (cursor.deep !== null) return;
      await provideHolds(run, (DEEP_PAGES + 2) * PAGE);
      await run.repeat(1, async (send) => {
        for (let page = 0; page < DEEP_PAGES; page += 1) {
          const input = { limit: PAGE, cursor: cursor.deep };
          const { body } = await query(send, run.context, "tenant.authorizations.list", input);
          cursor.deep = ListPage.parse(JSON.parse(body)).result.data.next;
        }
      });
    },
    operate: async (send, context) => {
      const input = { limit: PAGE, cursor: cursor.deep };
      const { status } = await query(send, context, "tenant.authorizations.list", input);
      return status === 200 ? "done" : "failed";
    },
  };
}

export async function loadOverview(send: Send, context: Context): Promise<"done" | "failed"> {
  const { status } = await query(send, context, "tenant.overview.get", { period: "7d" });
  return status === 200 ? "done" : "failed";
}

const overview: Scenario = { name: "overview", operate: loadOverview };

export const PAGE_SCENARIOS: readonly Scenario[] = [listPage({ deep: null }), overview];
