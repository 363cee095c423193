import { router } from "../../procedures";
import { accessRouter } from "./access";
import { demoRouter } from "./demo";

export const publicRouter = router({
  access: accessRouter,
  demo: demoRouter,
});
