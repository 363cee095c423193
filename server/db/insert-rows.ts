import { Prisma } from "@/prisma/generated/client";
import type * as models from "@/prisma/generated/models";
import { raw, type Sql, sql } from "@/server/db/sql";

/** The whole row of each table that guarded statements write. */
interface Rows {
  audit_records: models.AuditRecordModel;
  authorizations: models.AuthorizationModel;
  captures: models.CaptureModel;
  emails: models.EmailModel;
  entries: Omit<models.EntryModel, "id">;
  events: models.EventModel;
  idempotency_keys: models.IdempotencyKeyModel;
  invitations: models.InvitationModel;
  notifications: models.NotificationModel;
  password_resets: models.PasswordResetModel;
  payment_codes: models.PaymentCodeModel;
  postings: models.PostingModel;
  refunds: models.RefundModel;
  request_records: models.RequestRecordModel;
  recurring_agreements: models.RecurringAgreementModel;
  reversals: models.ReversalModel;
  settlement_batches: models.SettlementBatchModel;
  transaction_reports: models.TransactionReportModel;
  webhook_attempts: models.WebhookAttemptModel;
  webhook_deliveries: models.WebhookDeliveryModel;
  webhook_subscriptions: models.WebhookSubscriptionModel;
}

export type Table = keyof Rows;
export type NewRow<T extends Table> = Rows[T];

const { id: _generated, ...entryFields } = Prisma.EntryScalarFieldEnum;

const fieldsOf: Readonly<Record<Table, readonly string[]>> = {
  audit_records: Object.keys(Prisma.AuditRecordScalarFieldEnum),
  authorizations: Object.keys(Prisma.AuthorizationScalarFieldEnum),
  captures: Object.keys(Prisma.CaptureScalarFieldEnum),
  emails: Object.keys(Prisma.EmailScalarFieldEnum),
  entries: Object.keys(entryFields),
  events: Object.keys(Prisma.EventScalarFieldEnum),
  idempotency_keys: Object.keys(Prisma.IdempotencyKeyScalarFieldEnum),
  invitations: Object.keys(Prisma.InvitationScalarFieldEnum),
  notifications: Object.keys(Prisma.NotificationScalarFieldEnum),
  password_resets: Object.keys(Prisma.PasswordResetScalarFieldEnum),
  payment_codes: Object.keys(Prisma.PaymentCodeScalarFieldEnum),
  postings: Object.keys(Prisma.PostingScalarFieldEnum),
  refunds: Object.keys(Prisma.RefundScalarFieldEnum),
  request_records: Object.keys(Prisma.RequestRecordScalarFieldEnum),
  recurring_agreements: Object.keys(Prisma.RecurringAgreementScalarFieldEnum),
  reversals: Object.keys(Prisma.ReversalScalarFieldEnum),
  settlement_batches: Object.keys(Prisma.SettlementBatchScalarFieldEnum),
  transaction_reports: Object.keys(Prisma.TransactionReportScalarFieldEnum),
  webhook_attempts: Object.keys(Prisma.WebhookAttemptScalarFieldEnum),
  webhook_deliveries: Object.keys(Prisma.WebhookDeliveryScalarFieldEnum),
  webhook_subscriptions: Object.keys(Prisma.WebhookSubscriptionScalarFieldEnum),
};

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const columnsOf = Object.fromEntries(
  Object.entries(fieldsOf).map(([table, fields]) => [
    table,
    {
      list: raw(fields.map(snakeCase).join(", ")),
      row: raw(fields.map((field) => `r.${snakeCase(field)}`).join(", ")),
    },
  ]),
) as Record<Table, { list: Sql; row: Sql }>;

function toJson(rows: readonly object[]): string {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [snakeCase(field), value])),
  );
  return JSON.stringify(named, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/**
 * `INSERT` of whole rows that happens only if the CTE `guard` returned a row. All rows travel as one JSON parameter,
 * so that a table's statement text never changes with their number.
 */
export function insertRows<T extends Table>(table: T, rows: readonly NewRow<T>[], guard: string): Sql {
  const columns = columnsOf[table];
  return sql`INSERT INTO ${raw(table)} (${columns.list})
    SELECT ${columns.row} FROM ${raw(guard)}, json_populate_recordset(NULL::${raw(table)}, ${toJson(rows)}::json) r
    RETURNING 1`;
}
