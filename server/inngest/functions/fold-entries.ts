import { cron } from "inngest";
import { foldAllEntries } from "@/server/domain/ledger";
import { inngest } from "../client";

/** Keeps the balances of merchants and of the network quick to read. */
export const foldEntriesFunction = inngest.createFunction(
  { id: "fold-entries", triggers: [cron("*/5 * * * *")], retries: 0 },
  ({ step }) => step.run("fold", () => foldAllEntries()),
);
