import { cron, NonRetriableError } from "inngest";
import { auditBooks } from "@/server/domain/ledger";
import { getLogger } from "@/server/platform/logger";
import { inngest } from "../client";

/** Proves the books every night. A breach is logged as an error and fails the run, so that it shows wherever one looks. */
export const auditBooksFunction = inngest.createFunction(
  { id: "audit-books", triggers: [cron("30 3 * * *")], retries: 2 },
  ({ step }) =>
    step.run("audit", async () => {
      const results = await auditBooks();
      const breached = results.filter(({ breaches }) => breaches.length > 0);
      for (const { name, breaches } of breached) {
        const records = breaches.map(({ record, offByMinor }) => ({ record, offByMinor: offByMinor.toString() }));
        getLogger().error({ check: name, breaches: records }, "THE BOOKS DO NOT BALANCE");
      }
      if (breached.length > 0) {
        throw new NonRetriableError(`The books do not balance: ${breached.map(({ name }) => name).join("; ")}`);
      }
      return { checks: results.length };
    }),
);
