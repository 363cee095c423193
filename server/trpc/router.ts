import { router } from "./procedures";
import { networkRouter } from "./routers/network";
import { publicRouter } from "./routers/public";
import { sharedRouter } from "./routers/shared";
import { tenantRouter } from "./routers/tenant";
import { walletRouter } from "./routers/wallet";

/** By audience first: who may call what is read off the first word of its name. */
export const appRouter = router({
  wallet: walletRouter,
  tenant: tenantRouter,
  network: networkRouter,
  shared: sharedRouter,
  public: publicRouter,
});

export type AppRouter = typeof appRouter;
