import { router } from "../../procedures";
import { accessRouter } from "./access";
import { benchRouter } from "./bench";
import { demoRouter } from "./demo";

export const publicRouter = router({
  access: accessRouter,
  bench: benchRouter,
  demo: demoRouter,
});
