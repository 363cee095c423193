import { router } from "../../procedures";
import { accessRouter } from "./access";
import { benchRouter } from "./bench";

export const publicRouter = router({
  access: accessRouter,
  bench: benchRouter,
});
