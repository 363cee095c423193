import { router } from "./procedures";
import { networkRouter } from "./routers/network";
import { publicRouter } from "./routers/public";
import { sharedRouter } from "./routers/shared";
import { tenantRouter } from "./routers/tenant";
import { walletRouter } from "./routers/wallet";
import { bindInputs } from "./unknown-fields";

/** The first part of a procedure's name is its audience, which decides who may call it. */
export const appRouter = router({
  wallet: walletRouter,
  tenant: tenantRouter,
  network: networkRouter,
  shared: sharedRouter,
  public: publicRouter,
});

bindInputs(appRouter);

export type AppRouter = typeof appRouter;
