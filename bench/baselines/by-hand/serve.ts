import { Client } from "pg";
import { closedLoop } from "../../load/closed-loop";
import { openLoop } from "../../load/open-loop";
import type { Outcome } from "../../load/tally";
import { byTurns } from "../../scenarios/requests";
import { serveRuns } from "../../stage/serve-runs";
import { readWorld, type World } from "../../stage/world";
import { authorizeByHand } from "./authorize";
import type { Statements } from "./statements";

const AMOUNT_MINOR = 100;

export function serveByHand(statements: Statements, cardOf: (card: World["cards"][number]) => string): void {
  const { tenant, cards, merchants } = readWorld();
  const clients: Client[] = [];
  let turns = 0;

  const connectUpTo = async (count: number) => {
    while (clients.length < count) {
      const client = new Client({ connectionString: process.env.DATABASE_URL });
      await client.connect();
      clients.push(client);
    }
    return clients.slice(0, count);
  };

  const operate = async (client: Client): Promise<Outcome> => {
    const turn = turns++;
    const asked = {
      tenantId: tenant.id,
      apiKeyId: tenant.apiKeyId,
      card: cardOf(byTurns(cards, turn)),
      merchantId: byTurns(merchants, turn).id,
      amountMinor: AMOUNT_MINOR,
    };
    try {
      await authorizeByHand(client, statements, asked);
      return "done";
    } catch {
      await client.query("ROLLBACK");
      return "failed";
    }
  };

  serveRuns(async ({ connections, seconds, perSecond }) => {
    const workers = await connectUpTo(connections);
    return perSecond === null
      ? closedLoop({ workers, seconds, operate })
      : openLoop({ workers, seconds, perSecond, operate });
  });
}
