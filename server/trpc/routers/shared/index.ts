import { router } from "../../procedures";
import { liveRouter } from "./live";
import { notificationsRouter } from "./notifications";
import { secondFactorRouter } from "./second-factor";
import { sessionsRouter } from "./sessions";

export const sharedRouter = router({
  live: liveRouter,
  notifications: notificationsRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
});
