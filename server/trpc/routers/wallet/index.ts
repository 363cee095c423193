import { router } from "../../procedures";
import { accountsRouter } from "./accounts";
import { activityRouter } from "./activity";
import { agreementsRouter } from "./agreements";
import { cardsRouter } from "./cards";
import { chargesRouter } from "./charges";
import { codesRouter } from "./codes";
import { pushesRouter } from "./pushes";
import { requestsRouter } from "./requests";
import { rescuesRouter } from "./rescues";
import { spendingRouter } from "./spending";

export const walletRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  cards: cardsRouter,
  charges: chargesRouter,
  codes: codesRouter,
  pushes: pushesRouter,
  requests: requestsRouter,
  rescues: rescuesRouter,
  spending: spendingRouter,
});
