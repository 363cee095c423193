import { cron } from "inngest";
import { notifyPeople } from "@/server/domain/notifications";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { newsHappened } from "../events";

/** Notifies people of what has happened since: requests, locked codes, failing receivers. */
export const notifyPeopleFunction = inngest.createFunction(
  { id: "notify-people", triggers: [cron("* * * * *"), newsHappened], retries: 0 },
  ({ step }) => step.run("notify", () => notifyPeople({ now: now() })),
);
