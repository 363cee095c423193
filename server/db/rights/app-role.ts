import pg from "pg";
import { StartError } from "../embedded";
import { HISTORY_TABLE } from "../migrations";

/** Append-only tables: only the owner role changes or deletes rows. The app may update an entry's folding mark. */
const APPEND_ONLY = [
  "audit_records",
  "book_blocks",
  "decision_shapes",
  "entries",
  "fundings",
  "merchant_prices",
  "postings",
  "settlement_batches",
] as const;

/** The only tables from which the app may delete. A test compares them with the queries. */
export const DELETED_FROM = [
  "authorization_minutes",
  "emails",
  "engine_events",
  "engine_runs",
  "engine_schedules",
  "events",
  "funding_references",
  "guess_counts",
  "invitations",
  "notifications",
  "open_batches",
  "passkeys",
  "password_resets",
  "portal_sessions",
  "push_devices",
  "push_messages",
  "recovery_codes",
  "report_file_parts",
  "request_bodies_rest",
  "request_records_rest",
  "roles",
  "sign_ups",
  "webhook_attempt_minutes",
  "webhook_attempts_rest",
  "webhook_deliveries",
] as const;

/** Functions that do for the app what only the owner may. */
const OWNERS_FUNCTIONS = ["make_partition(text, date, integer)", "drop_partition(text)"];

const list = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(", ");

/**
 * The queries that give the app's role its rights and nothing else. It owns nothing, so it can't disable a trigger or alter
 * a table. The owner runs them after each migration, in a transaction that excludes others.
 */
export function rightsOfApp(role: string): readonly string[] {
  const app = pg.escapeIdentifier(role);
  return [
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${app}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${app}`,
    `GRANT USAGE ON SCHEMA public TO ${app}`,
    `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${app}`,
    `REVOKE UPDATE ON ${list(APPEND_ONLY)} FROM ${app}`,
    `REVOKE INSERT, UPDATE ON ${list([HISTORY_TABLE])} FROM ${app}`,
    `GRANT UPDATE (is_folded) ON entries TO ${app}`,
    `GRANT DELETE ON ${list(DELETED_FROM)} TO ${app}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${app}`,
    ...OWNERS_FUNCTIONS.map((signature) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${app}`),
  ];
}

/** Throws StartError if the role has attributes or memberships that exceed these grants. */
export async function requireOrdinary(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ isPowerful: boolean; isOwner: boolean }>(
    `SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls AS "isPowerful",
      pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'entries'::regclass), 'MEMBER') AS "isOwner"
    FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found) throw new StartError(`The role ${role} of DATABASE_URL is not there: create it first.`);
  if (found.isPowerful || found.isOwner) {
    throw new StartError(
      `The role ${role} of DATABASE_URL owns the tables or is a superuser: give the app a role of its own.`,
    );
  }
}
