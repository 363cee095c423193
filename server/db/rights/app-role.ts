import pg from "pg";
import { StartError } from "../embedded";
import { HISTORY_TABLE } from "../migrations";

/** Append-only tables: only the owner's role changes or deletes a row. Of an entry, the app may move the folding mark. */
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

/** Where rows go that nobody needs any more. From no other table does the app delete; a test looks for the statements. */
export const DELETED_FROM = [
  "authorization_minutes",
  "emails",
  "engine_events",
  "engine_runs",
  "engine_schedules",
  "events",
  "funding_references",
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

/** The functions that do for the app what only an owner may. */
const OWNERS_FUNCTIONS = ["make_partition(text, date, integer)", "drop_partition(text)"];

const list = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(", ");

/**
 * What the app's role may do, and nothing else: it owns nothing, so that it can neither turn a trigger off nor change a
 * table. To be run by the owner after each migration, in a transaction that lets nobody else do it at the same time.
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

/** Throws StartError where the role could do all the same what it is not given. */
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
