import { router } from "../../procedures";
import { liveRouter } from "./live";
import { notificationsRouter } from "./notifications";
import { passkeysRouter } from "./passkeys";
import { personalDataRouter } from "./personal-data";
import { secondFactorRouter } from "./second-factor";
import { sessionsRouter } from "./sessions";

export const sharedRouter = router({
  live: liveRouter,
  notifications: notificationsRouter,
  passkeys: passkeysRouter,
  personalData: personalDataRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
});
