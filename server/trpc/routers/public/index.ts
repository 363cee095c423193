import { router } from "../../procedures";
import { accessRouter } from "./access";

export const publicRouter = router({
  access: accessRouter,
});
