import type { Table } from "@/server/db/insert-rows";
import type { RetentionName } from "@/server/platform/kept-days";

export type Kept =
  | { readonly for: "good"; readonly because: string }
  /** Kept for as long as a setting says; `by` is the function that deletes. */
  | { readonly for: RetentionName; readonly by: "keep-partitions" | "forget-old"; readonly because: string }
  | { readonly for: "use"; readonly until: string; readonly because: string };

const good = (because: string): Kept => ({ for: "good", because });
const use = (until: string, because: string): Kept => ({ for: "use", until, because });
const BOOKS = "Every balance is computed from it. It names accounts by ID only.";
const PAYMENT = "A payment can be refunded, disputed, or looked up at any time. It names people by ID only.";
const SETUP = "Payments refer to it.";
const ENGINE = "3 days after its run ended, 30 if it failed";

/** Every table (tested against the database). */
export const KEPT_TABLES: Readonly<Record<Table, Kept>> = {
  accounts: good(BOOKS),
  api_keys: good("Records refer to it. Its secret is stored as a hash."),
  approvals: good("Shows which two operators made a change. Their notes are deleted when the member is erased."),
  audit_records: good("Shows who did what. It names people by ID only."),
  authorization_hours: good("Totals that name no one."),
  authorization_minutes: use("their hour is counted", "Totals that name no one."),
  authorizations: good(PAYMENT),
  bank_accounts: good("Shows where money was sent to. Its number is encrypted."),
  bank_lines: good(
    "Shows which transfer a funding came from. What people wrote in it is deleted with the member it funded.",
  ),
  bank_statements: good("Shows what the bank says the network has. It names no one."),
  book_blocks: good("Seals the postings and the audit log."),
  bulk_jobs: good(
    "Shows who did what to which records at once. It names people by ID only; what it takes from a file is deleted as it ends.",
  ),
  captures: good(PAYMENT),
  cards: good(SETUP),
  charge_requests: good(PAYMENT),
  decision_shapes: good("Stored decisions can’t be read without it."),
  emails: {
    for: "emails",
    by: "forget-old",
    because: "Shows what was sent and what failed. The text is deleted once it is sent.",
  },
  engine_events: use("3 days after it was routed", "A background function may have to run again."),
  engine_runs: use(ENGINE, "An operator may look at it or run it again."),
  engine_schedules: use("30 days after its function is gone", "When a function runs next."),
  entries: good(BOOKS),
  erasures: good("A copy kept elsewhere tells who to erase again after a restore. It holds only IDs."),
  events: { for: "events", by: "forget-old", because: "Payments can be disputed for up to 540 days." },
  funding_references: use("its member is erased", "Shows which bank transfer a funding came from."),
  fundings: good(BOOKS),
  guess_counts: use("its window is over", "Limits wrong passwords and codes. It holds only a hash of whose they are."),
  idempotency_keys: good("A repeat under an old key must never move money again."),
  invitations: { for: "invitations", by: "forget-old", because: "Shows who was invited. A link works for a week." },
  members: good(`${PAYMENT} The name is deleted when they leave.`),
  merchant_keys: good("Records refer to it. Its secret is stored as a hash."),
  merchant_payout_accounts: good("Shows where a payout went. The account is encrypted."),
  merchant_prices: good("Fees are proved by it. It names no one."),
  merchants: good(SETUP),
  network_keys: good("Statements refer to it. Its secret is stored as a hash."),
  notifications: {
    for: "notifications",
    by: "forget-old",
    because: "Keeps a person from being notified twice of the same thing.",
  },
  open_batches: use("the batch is closed", "Holds what a settlement has collected so far."),
  passkeys: use("it is removed, or the password is reset", "Signs its owner in. It holds only a public key."),
  password_resets: { for: "resets", by: "forget-old", because: "A link works once, for an hour." },
  payment_codes: good(`${SETUP} The code is stored as a hash; its PIN is deleted when it ends.`),
  payment_files: good("Shows what the bank was told to pay. The file is encrypted."),
  payout_terms: good("What members were charged is looked up in it. It names no one."),
  payouts: good(`${BOOKS} A member’s bank account is encrypted, and deleted when they leave.`),
  portal_sessions: { for: "sessions", by: "forget-old", because: "Shows which devices were signed in." },
  postings: good(BOOKS),
  push_devices: use("it is turned off, or signed out", "Where a device gets its notifications."),
  push_messages: use(
    "a day later",
    "Keeps a device from being told twice of the same thing. The text is deleted once it is sent.",
  ),
  recovery_codes: use("new ones are made, or the second factor ends", "Each works once."),
  recurring_agreements: good(SETUP),
  refunds: good(PAYMENT),
  replays: good("Shows which deliveries were sent again. It names no one."),
  report_file_parts: {
    for: "reports",
    by: "forget-old",
    because: "A report is downloaded soon after it is made, and can be made again.",
  },
  report_files: good("Shows who asked for which records. Its file goes; it names people by ID only."),
  request_bodies: {
    for: "requests",
    by: "keep-partitions",
    because:
      "Shows what a request said, without secrets. Live bodies are kept only if the tenant wants it, and redacted.",
  },
  request_records: {
    for: "requests",
    by: "keep-partitions",
    because: "Shows what went wrong. Bodies are kept beside it.",
  },
  rescues: good(PAYMENT),
  restores: good("Shows when the database was restored, and what that undid."),
  retention_runs: good("Shows the last purge. One row for each table."),
  reversals: good(PAYMENT),
  roles: use("it is taken away", "Says who may do what."),
  running_builds: good("Shows which builds answered Inngest, and until when. One row for each build."),
  sandbox_clocks: good("It never goes back: what happened by it would lie in its future."),
  sandbox_jumps: good("A repeat under an old key must never move a clock again."),
  server_keys: good("What was signed under it is still accepted."),
  settlement_batches: good(BOOKS),
  sign_ups: use("the sign-up ends", "Keeps an email from being signed up twice at once. It holds only a hash."),
  tenant_brands: good("Shown to members. It names no one."),
  tenants: good(SETUP),
  disputes: good(`${PAYMENT} The member’s own words are deleted when they leave.`),
  users: good("Records name them by ID only. Their email and secrets are deleted when they leave."),
  webhook_attempt_hours: good("Totals that name no one."),
  webhook_attempt_minutes: use("their hour is counted", "Totals that name no one."),
  webhook_attempts: {
    for: "attempts",
    by: "keep-partitions",
    because: "Shows what a receiver was sent and answered.",
  },
  webhook_deliveries: { for: "events", by: "forget-old", because: "Deleted just before its event." },
  webhook_subscriptions: good("Its deliveries refer to it."),
};
