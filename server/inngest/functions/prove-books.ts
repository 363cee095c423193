import { cron, NonRetriableError } from "inngest";
import { proveBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { inngest } from "../client";

/**
 * Proves the books every night and puts the result on record. A breach is logged as an error and fails the run, so that
 * it shows wherever one looks.
 */
export const proveBooksFunction = inngest.createFunction(
  { id: "prove-books", triggers: [cron("30 3 * * *")], retries: 2 },
  ({ step }) =>
    step.run("prove", async () => {
      // Of both environments; the record says so.
      const proof = await proveBooks({
        kind: "network",
        environment: "live",
        now: now(),
        requestId: newRecordId(now()),
      });
      if (!proof) throw new Error("a proof is under way in this process");
      const breached = proof.checks.filter(({ breaches }) => breaches.length > 0);
      for (const { name, breaches } of breached) {
        const records = breaches.map(({ record, offByMinor }) => ({ record, offByMinor: offByMinor.toString() }));
        getLogger().error({ check: name, breaches: records }, "THE BOOKS DO NOT BALANCE");
      }
      if (breached.length > 0) {
        throw new NonRetriableError(`The books do not balance: ${breached.map(({ name }) => name).join("; ")}`);
      }
      return { checks: proof.checks.length };
    }),
);
