import { cron } from "inngest";
import { endChargeRequests, expireHolds } from "@/server/domain/authorizations";
import { sendEmails } from "@/server/domain/emails";
import { foldAllEntries } from "@/server/domain/ledger";
import { handOverJobs } from "@/server/domain/long-jobs";
import { topUpSandbox } from "@/server/domain/members";
import { notifyPeople } from "@/server/domain/notifications";
import { expirePaymentCodes } from "@/server/domain/payment-codes";
import { finishErasures } from "@/server/domain/personal-data";
import { sweepPushes } from "@/server/domain/pushes";
import { expireAgreements } from "@/server/domain/recurring";
import { forgetOld, maintainPartitions } from "@/server/domain/retention";
import { sweepSandboxClocks } from "@/server/domain/sandbox";
import { settleScheduled } from "@/server/domain/settlement";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { type DefinedFunction, defineFunction } from "../define-function";
import { emailsWritten, membersTouched, newsHappened } from "../events";
import { proveAndReport, sealAndReport } from "./report-books";

interface Job {
  readonly id: string;
  readonly at: string;
  /** Event that triggers the job early. */
  readonly wake?: typeof emailsWritten | typeof membersTouched | typeof newsHappened;
  /** Default: none, since the next run picks up what failed. */
  readonly retries?: 0 | 2;
  readonly does: (input: { readonly now: Date; readonly members: readonly string[] | null }) => Promise<unknown>;
  readonly note: string;
}

const MINUTE = "* * * * *";
const FIVE_MINUTES = "*/5 * * * *";
/** Days begin at a quarter of an hour, whatever the time zone. */
const QUARTERS = "*/15 * * * *";

// biome-ignore format: one line a job.
const JOBS: readonly Job[] = [
  { id: "end-charge-requests", at: MINUTE, does: endChargeRequests, note: "Declines charges that their members can no longer approve." },
  { id: "expire-agreements", at: "7 * * * *", does: expireAgreements, note: "Ends requests for recurring authorizations that no member has answered." },
  { id: "expire-holds", at: MINUTE, does: expireHolds, note: "Gives back what is held beyond its time." },
  { id: "expire-payment-codes", at: MINUTE, does: expirePaymentCodes, note: "Ends payment codes whose time is over and wipes their PINs." },
  { id: "finish-erasures", at: FIVE_MINUTES, does: finishErasures, note: "Goes over what was erased once more, ten minutes later." },
  { id: "fold-entries", at: FIVE_MINUTES, does: foldAllEntries, note: "Keeps the balances of merchants and of the network quick to read." },
  { id: "forget-old", at: "40 * * * *", does: forgetOld, note: "Deletes what is no longer kept, a part of it at a time." },
  { id: "keep-partitions", at: "15 2 * * *", does: maintainPartitions, retries: 2, note: "Makes the partitions of the days to come, drops those of days that are no longer kept." },
  { id: "keep-sandbox-clocks", at: MINUTE, does: sweepSandboxClocks, note: "Does the work of the other sweeps for sandboxes whose clock is ahead." },
  { id: "notify-people", at: MINUTE, wake: newsHappened, does: notifyPeople, note: "Notifies people of what has happened: requests, locked codes, failing receivers." },
  { id: "prove-books", at: "30 3 * * *", does: proveAndReport, retries: 2, note: "Proves the books every night." },
  { id: "seal-books", at: MINUTE, does: sealAndReport, note: "Seals what was written since the last minute." },
  { id: "send-emails", at: MINUTE, wake: emailsWritten, does: sendEmails, note: "Sends the emails that are due, and tries again what failed." },
  { id: "send-pushes", at: MINUTE, wake: membersTouched, does: sweepPushes, note: "Tells devices what has happened, and tries again what failed." },
  { id: "settle-due", at: QUARTERS, does: settleScheduled, retries: 2, note: "Settles every merchant's days that are over." },
  { id: "sweep-deliveries", at: MINUTE, does: sweepDeliveries, note: "Finds deliveries that a crash or a pause left behind." },
  { id: "sweep-long-jobs", at: MINUTE, does: handOverJobs, note: "Finds long jobs that a crash left behind." },
  { id: "top-up-sandbox", at: "45 1 * * *", does: topUpSandbox, retries: 2, note: "Gives the public sandbox's members back what its visitors have spent." },
];

const membersOf = ({ memberIds = null }: { readonly memberIds?: readonly string[] | null }) => memberIds;

function toFunction({ id, at, wake, retries = 0, does, note: description }: Job): DefinedFunction {
  const triggers = wake ? [cron(at), wake] : [cron(at)];
  return defineFunction({ id, description, triggers, retries }, ({ event, step }) =>
    step.run(id, () => does({ now: now(), members: membersOf(event.data) })),
  );
}

export const jobFunctions: readonly DefinedFunction[] = JOBS.map(toFunction);
