import type { Table } from "@/server/db/insert-rows";
import type { KeptName } from "@/server/platform/kept-days";

/** How long a table's rows are kept, and why. */
export type Kept =
  | { readonly for: "good"; readonly because: string }
  /** By a setting, and which function sees to it. */
  | { readonly for: KeptName; readonly by: "keep-partitions" | "forget-old"; readonly because: string }
  /** In words: no setting moves it. */
  | { readonly for: "use"; readonly until: string; readonly because: string };

const good = (because: string): Kept => ({ for: "good", because });
const use = (until: string, because: string): Kept => ({ for: "use", until, because });
const BOOKS = "Every balance follows from it; it names accounts by id.";
const PAYMENT = "A payment can be refunded, disputed, and looked up at any time; it names people by id.";
const SETUP = "What was charged under it refers to it.";
const ENGINE = "3 days after its run ended, 30 if it failed";

/** Every table. A test compares this with the database. */
export const KEPT_TABLES: Readonly<Record<Table, Kept>> = {
  accounts: good(BOOKS),
  api_keys: good("What it did names it; its secret is a hash."),
  approvals: good("Which two operators made a change. What they wrote of it goes when its member is erased."),
  audit_records: good("Who did what; it names people by id."),
  authorization_hours: good("Sums without people."),
  authorizations: good(PAYMENT),
  book_blocks: good("It seals the postings and the audit log."),
  captures: good(PAYMENT),
  cards: good(SETUP),
  decision_shapes: good("Stored decisions can't be read without it."),
  emails: {
    for: "emails",
    by: "forget-old",
    because: "To see what was sent, and what failed. The text goes when it is sent.",
  },
  engine_events: use("3 days after it was routed", "A background function may be run again."),
  engine_jobs: use("its run ends", "What a run has to do next."),
  engine_keys: use("it expires", "An event starts a function once in 24 hours."),
  engine_listeners: use("its run ends", "What a run waits for."),
  engine_runs: use(ENGINE, "Someone may look at it, and run it again."),
  engine_schedules: use("30 days after its function is gone", "When a function is due."),
  engine_steps: use(ENGINE, "Goes with its run."),
  entries: good(BOOKS),
  erasures: good("Copied apart, it says who must leave again after a restore. It has ids alone."),
  events: { for: "events", by: "forget-old", because: "Disputes are about payments of up to 540 days ago." },
  funding_references: use("its member is erased", "Which transfer a funding was."),
  fundings: good(BOOKS),
  idempotency_keys: good("A repeat under an old key must never move money again."),
  invitations: { for: "invitations", by: "forget-old", because: "To see who was invited. A link works for a week." },
  members: good(`${PAYMENT} What they are called goes when they leave.`),
  merchant_keys: good("What it did names it; its secret is a hash."),
  merchants: good(SETUP),
  notifications: { for: "notifications", by: "forget-old", because: "A person is notified of one cause once." },
  password_resets: { for: "resets", by: "forget-old", because: "A link works for an hour, and once." },
  payment_codes: good(`${SETUP} The code is a hash, its PIN goes when it ends.`),
  portal_sessions: { for: "sessions", by: "forget-old", because: "To look into a sign-in from elsewhere." },
  postings: good(BOOKS),
  recovery_codes: use("new ones are made, or the second factor ends", "Each works once."),
  recurring_agreements: good(SETUP),
  refunds: good(PAYMENT),
  request_records: { for: "requests", by: "keep-partitions", because: "To find what went wrong. It has no bodies." },
  restores: good("When the database was restored, and what that undid."),
  retention_runs: good("One row for each table."),
  reversals: good(PAYMENT),
  roles: use("it is taken away", "Who may do what."),
  server_keys: good("What was signed under it is still accepted."),
  settlement_batches: good(BOOKS),
  sign_ups: use("the sign-up ends", "Of two at once, one goes on. It has a hash."),
  tenants: good(SETUP),
  transaction_reports: good(`${PAYMENT} What the member wrote goes when they leave.`),
  users: good("What they did names them by id. Their email and secrets go when they leave."),
  webhook_attempt_hours: good("Sums without people."),
  webhook_attempts: {
    for: "attempts",
    by: "keep-partitions",
    because: "To see what a receiver was sent and answered.",
  },
  webhook_deliveries: { for: "events", by: "forget-old", because: "Goes before its event." },
  webhook_subscriptions: good("Its deliveries refer to it."),
};
