import type { Table } from "@/server/db/insert-rows";

/** The folder that writes and reads each table (tested). Other nouns use its index; `queries/` reads everything. */
export const TABLE_OWNERS: Readonly<Record<Table, string>> = {
  accounts: "ledger",
  api_keys: "tenants",
  approvals: "approvals",
  audit_records: "audit",
  authorization_hours: "queries",
  authorization_minutes: "queries",
  authorizations: "authorizations",
  bank_accounts: "bank",
  bank_lines: "bank-statements",
  bank_statements: "bank-statements",
  book_blocks: "books",
  bulk_jobs: "bulk-jobs",
  captures: "authorizations",
  cards: "members",
  charge_requests: "recurring",
  decision_shapes: "authorizations",
  disputes: "disputes",
  emails: "emails",
  engine_events: "inngest/local",
  engine_runs: "inngest/local",
  engine_schedules: "inngest/local",
  entries: "ledger",
  erasures: "personal-data",
  events: "webhooks",
  funding_references: "members",
  fundings: "ledger",
  guess_counts: "guesses",
  idempotency_keys: "idempotency",
  invitations: "team",
  members: "members",
  merchant_keys: "merchants",
  merchant_payout_accounts: "merchants",
  merchant_prices: "settlement",
  merchants: "merchants",
  network_keys: "network-keys",
  notifications: "notifications",
  passkeys: "users",
  password_resets: "users",
  payment_codes: "payment-codes",
  payment_files: "payouts",
  payout_terms: "payouts",
  payouts: "payouts",
  portal_sessions: "users",
  postings: "ledger",
  push_devices: "pushes",
  push_messages: "pushes",
  recovery_codes: "users",
  recurring_agreements: "recurring",
  refunds: "authorizations",
  replays: "webhooks",
  report_file_parts: "report-files",
  report_files: "report-files",
  request_bodies: "request-log",
  request_records: "request-log",
  rescues: "authorizations",
  restores: "restores",
  retention_runs: "retention",
  reversals: "authorizations",
  roles: "users",
  running_builds: "builds",
  sandbox_clocks: "sandbox-clock",
  sandbox_jumps: "sandbox-clock",
  server_keys: "server-keys",
  open_batches: "settlement",
  settlement_batches: "settlement",
  sign_ups: "team",
  tenant_brands: "brands",
  tenants: "tenants",
  users: "users",
  webhook_attempt_hours: "queries",
  webhook_attempt_minutes: "queries",
  webhook_attempts: "webhooks",
  webhook_deliveries: "webhooks",
  webhook_subscriptions: "webhooks",
};

interface ForeignReads {
  readonly reads: readonly Table[];
  readonly because: string;
}

/** Reads across folders by design. Writes never cross. */
export const FOREIGN_READS: Readonly<Record<string, ForeignReads>> = {
  approvals: {
    reads: ["accounts", "payouts"],
    because: "a request for money names an account or a payout, and its member may leave",
  },
  authorizations: {
    reads: [
      "accounts",
      "cards",
      "idempotency_keys",
      "members",
      "merchants",
      "payment_codes",
      "recurring_agreements",
      "tenants",
    ],
    because: "what a decision rests on is read, and locked, in one query",
  },
  audit: {
    reads: ["users"],
    because: "whoever edits a record is told by name who else has changed it",
  },
  bank: {
    reads: ["accounts"],
    because: "a float is an account of the books",
  },
  "bank-statements": {
    reads: ["accounts", "bank_accounts", "members"],
    because:
      "a statement is of a bank account, whose lock orders uploads; a line’s reference or an operator names an account, whose member is locked",
  },
  books: {
    reads: [
      "accounts",
      "audit_records",
      "captures",
      "entries",
      "fundings",
      "postings",
      "refunds",
      "settlement_batches",
    ],
    because:
      "what was written is sealed in blocks and compared with them, and a proof’s findings are told to whose they are",
  },
  brands: {
    reads: ["tenants"],
    because: "a wallet is installed under its tenant’s name",
  },
  disputes: {
    reads: ["authorizations", "members"],
    because: "a dispute is about a payment, and names its member to the tenant that issued to them",
  },
  idempotency: {
    reads: ["authorizations"],
    because: "one authorization has two spellings, and a repeat may use the other",
  },
  ledger: {
    reads: [
      "authorizations",
      "bank_lines",
      "captures",
      "merchant_prices",
      "open_batches",
      "payouts",
      "refunds",
      "reversals",
      "settlement_batches",
    ],
    because: "the proof compares the books with everything that moved them",
  },
  members: {
    reads: ["accounts", "audit_records", "entries", "fundings", "postings", "roles", "users"],
    because:
      "a card draws on an account, a demo member is a demo login, a funding is taken back as the books have it: each is known under the member’s lock",
  },
  merchants: {
    reads: ["tenants"],
    because: "a key and the standing of its tenant are one query on every request",
  },
  notifications: {
    reads: [
      ...([
        "approvals",
        "audit_records",
        "authorizations",
        "bank_accounts",
        "bulk_jobs",
        "charge_requests",
        "merchant_payout_accounts",
        "merchants",
        "payment_codes",
        "payouts",
      ] as const),
      ...([
        "accounts",
        "portal_sessions",
        "recurring_agreements",
        "roles",
        "tenants",
        "disputes",
        "users",
        "webhook_subscriptions",
      ] as const),
    ],
    because: "news are what happened to any noun, found afterwards, and who is to be told",
  },
  "personal-data": {
    reads: [
      ...(["accounts", "authorizations", "cards", "invitations", "members", "payment_codes"] as const),
      "recurring_agreements",
      "tenants",
    ],
    because: "what ends with a person, and what stays behind, is read under the locks of the erasure",
  },
  pushes: {
    reads: [
      ...([
        "accounts",
        "authorizations",
        "charge_requests",
        "entries",
        "members",
        "merchants",
        "portal_sessions",
      ] as const),
      ...(["postings", "recurring_agreements", "roles", "tenants", "users"] as const),
    ],
    because: "what a device is told of happened to other nouns, and is found afterwards, with who is signed in on it",
  },
  recurring: {
    reads: ["accounts", "members", "payment_codes", "tenants"],
    because:
      "who would pay, from which account, with which code, and whether its tenant may take it, is decided under one lock",
  },
  retention: {
    reads: ["webhook_deliveries"],
    because: "an event goes after the last of its deliveries",
  },
  "sandbox-clock": {
    reads: ["members"],
    because: "a member lives by the clock of its tenant",
  },
  payouts: {
    reads: ["accounts", "members", "merchant_payout_accounts", "settlement_batches"],
    because:
      "an event of a payout says whose account or which day it is of, and a file where it goes: read where both are locked",
  },
  settlement: {
    reads: ["accounts", "captures", "merchants", "tenants"],
    because:
      "a batch locks its merchant’s account and asks in the same transaction whether it may be paid; a price never begins before a payment",
  },
  team: {
    reads: ["members", "roles", "tenants", "users"],
    because: "who is in a team, and who may join it, is read under the tenant’s lock",
  },
  webhooks: {
    reads: ["accounts", "authorizations", "members"],
    because: "what an authorization’s row says of its events, and who paid, is not written a second time",
  },
  users: {
    reads: ["members", "tenant_brands", "tenants"],
    because: "a user’s roles name tenants, with their looks, and members, read again on every request",
  },
};
