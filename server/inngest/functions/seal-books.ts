import { cron, NonRetriableError } from "inngest";
import { sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { inngest } from "../client";

/** Seals what was written since the last minute. A funding that the server did not write fails the run, so that it shows. */
export const sealBooksFunction = inngest.createFunction(
  { id: "seal-books", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) =>
    step.run("seal", async () => {
      const { blocks, head, unproven } = await sealBooks({ now: now() });
      // Whoever keeps the log keeps the heads, out of reach of whoever can write the database.
      if (head) getLogger().info({ head }, "the books are sealed");
      if (unproven.length > 0) {
        getLogger().error({ postings: unproven }, "ACCOUNTS WERE FUNDED BEHIND THE SERVER'S BACK");
        throw new NonRetriableError(`The server did not write these fundings: ${unproven.slice(0, 20).join(", ")}`);
      }
      return { blocks };
    }),
);
